// refused: domain-is-pure
import '@ndx/messaging';
