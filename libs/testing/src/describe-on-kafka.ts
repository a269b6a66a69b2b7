import { describe } from '@jest/globals';
import { testBuses } from './test-buses.js';

/**
 * `describe` for what is about Kafka alone. A run without Kafka reports these tests as skipped; in
 * CI there is no such run (`testBuses`).
 */
export const describeOnKafka = testBuses().includes('kafka') ? describe : describe.skip;
