// refused: resolvable
import '@ndx/entity';
