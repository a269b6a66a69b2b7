// refused: floor-1
import '@ndx/telemetry';
