// refused: floor-2
import type {} from '@ndx/audit';
