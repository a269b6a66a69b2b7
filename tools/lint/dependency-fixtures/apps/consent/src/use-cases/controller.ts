// refused: use-cases-know-no-transport
import '../http/anything.js';
