// refused: adapters-know-no-use-case
import '../use-cases/anything.js';
