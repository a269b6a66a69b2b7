// refused: catalogue-at-the-top
import '@ndx/catalog';
