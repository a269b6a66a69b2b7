// refused: floor-5
import '@ndx/openapi';
