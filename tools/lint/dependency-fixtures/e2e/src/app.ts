// refused: nothing-imports-an-app
// refused: packages-by-name
import '../../apps/gateway/src/main.js';
