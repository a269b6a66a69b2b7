// refused: domain-knows-no-adapter
import '../../events/anything.js';
