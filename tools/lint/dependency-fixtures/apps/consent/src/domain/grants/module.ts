// refused: domain-knows-no-adapter
import '../../consent.module.js';
