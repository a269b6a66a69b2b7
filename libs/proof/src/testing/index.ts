export { placesIn, storedAgain, verdictOn, withBit, type MemberPlace } from './changed-bit.js';
export { interop, whyNoInterop } from './interop.js';
export { aFile, aFileKey, someTexts } from './reliance-file.js';
export { startWitness, startWitnessed, type TestWitness } from './witness.js';
export { startLitewitness, type Litewitness } from './litewitness.js';
