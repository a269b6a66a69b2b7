// refused: bench-imports-pure-functions
// refused: packages-by-name
import '../../apps/gateway/src/main.js';
