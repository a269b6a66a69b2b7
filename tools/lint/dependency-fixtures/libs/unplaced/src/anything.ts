// refused: lib-has-a-floor
import '@ndx/contracts';
