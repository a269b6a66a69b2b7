// refused: domain-knows-no-adapter
import '../../storage/anything.js';
