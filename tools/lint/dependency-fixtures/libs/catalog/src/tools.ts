// refused: deployed-imports-no-tool
// refused: packages-by-name
import '../../../tools/src/start.js';
