// refused: domain-knows-no-adapter
import '../../use-cases/anything.js';
