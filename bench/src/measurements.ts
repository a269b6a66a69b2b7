import type { Measurement } from './measurement.js';
import { floor } from './measurements/floor.js';
import { furnish } from './measurements/furnish.js';
import { kybQuery, kybQueryOnKafka } from './measurements/kyb-query.js';
import { lag } from './measurements/lag.js';
import { memory } from './measurements/memory.js';
import { relay, relayOnKafka } from './measurements/relay.js';
import { rest, restOnKafka } from './measurements/rest.js';
import { scale } from './measurements/scale.js';
import { search } from './measurements/search.js';
import { start } from './measurements/start.js';
import { worstCase } from './measurements/worst-case.js';
import { yardstickPool } from './measurements/yardstick-pool.js';

/** All measurements, in the order of the report. */
export const MEASUREMENTS: readonly Measurement[] = [
  kybQuery,
  kybQueryOnKafka,
  floor,
  scale,
  furnish,
  lag,
  relay,
  relayOnKafka,
  search,
  memory,
  rest,
  restOnKafka,
  start,
  worstCase,
  yardstickPool,
];
