// refused: domain-knows-no-adapter
import '../../http/anything.js';
