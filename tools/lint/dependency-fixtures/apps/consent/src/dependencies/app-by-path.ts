// refused: no-app-imports-an-app
// refused: packages-by-name
import '../../../entity/src/main.js';
