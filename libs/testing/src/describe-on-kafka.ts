import { describe } from '@jest/globals';
import { testBuses } from './test-buses.js';

/**
 * `describe` for tests of Kafka only. A run without Kafka reports them as skipped; in CI there is
 * no such run (`testBuses`).
 */
export const describeOnKafka = testBuses().includes('kafka') ? describe : describe.skip;
