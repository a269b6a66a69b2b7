// refused: console-knows-the-api-only
import '@ndx/contracts';
