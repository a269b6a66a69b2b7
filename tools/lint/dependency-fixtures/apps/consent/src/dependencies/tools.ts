// refused: deployed-imports-no-tool
import '@ndx/tools/start';
