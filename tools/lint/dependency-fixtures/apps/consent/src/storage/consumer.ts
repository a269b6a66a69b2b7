// refused: use-cases-know-no-transport
import '../events/anything.js';
