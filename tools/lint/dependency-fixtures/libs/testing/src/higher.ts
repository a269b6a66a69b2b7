// refused: beside-the-floors
import '@ndx/contracts';
