// refused: domain-is-pure
import '@ndx/service';
