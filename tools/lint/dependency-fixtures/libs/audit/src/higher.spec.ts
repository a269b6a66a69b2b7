// refused: floor-3
import '@ndx/service';
