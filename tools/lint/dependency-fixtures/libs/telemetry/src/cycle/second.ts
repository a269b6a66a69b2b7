import type { First } from './first.js';

export type Second = First;
