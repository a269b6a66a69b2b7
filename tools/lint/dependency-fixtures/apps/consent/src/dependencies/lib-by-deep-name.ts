// refused: resolvable
import '@ndx/contracts/src/ids.js';
