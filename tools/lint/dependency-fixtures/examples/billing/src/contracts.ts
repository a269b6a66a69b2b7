// refused: outside-knows-the-contract-only
import '@ndx/contracts';
