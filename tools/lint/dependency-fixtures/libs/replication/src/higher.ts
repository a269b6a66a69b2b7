// refused: floor-4
import '@ndx/service';
