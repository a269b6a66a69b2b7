import { describe } from '@jest/globals';
import { hasObjectStore } from './test-places.js';

/**
 * `describe` for tests of a bucket only. A run without Python reports them as skipped; in CI there is
 * no such run.
 */
export const describeOnObjectStore = hasObjectStore() ? describe : describe.skip;
