export { interop, whyNoInterop } from './interop.js';
export { startWitness, type TestWitness } from './witness.js';
export { startLitewitness, type Litewitness } from './litewitness.js';
