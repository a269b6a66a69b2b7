// refused: no-file-cycle
import './second.js';

export type First = string;
