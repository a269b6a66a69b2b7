// refused: packages-by-name
import '../../../../libs/contracts/src/ids.js';
