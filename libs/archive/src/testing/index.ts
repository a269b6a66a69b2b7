export { describeOnObjectStore } from './describe-on-object-store.js';
export { TestBucket } from './test-bucket.js';
export type { TestPlace } from './test-place.js';
export { startFolder, testPlaces } from './test-places.js';
