import type { Measurement } from './measurement.js';
import { bytes } from './measurements/bytes.js';
import { archive } from './measurements/archive.js';
import { consoleReload } from './measurements/console.js';
import { furnish } from './measurements/furnish.js';
import { kybQuery, kybQueryOnKafka } from './measurements/kyb-query.js';
import { lag } from './measurements/lag.js';
import { lists } from './measurements/lists.js';
import { longestDelay } from './measurements/longest-delay.js';
import { memory } from './measurements/memory.js';
import { noisyNeighbour } from './measurements/noisy-neighbour.js';
import { notices } from './measurements/notices.js';
import { relay } from './measurements/relay.js';
import { rest } from './measurements/rest.js';
import { scale } from './measurements/scale.js';
import { search } from './measurements/search.js';
import { simulation } from './measurements/simulation.js';
import { start } from './measurements/start.js';

/** All measurements, in the order of the report. Most figures are in docs/scaling.md. */
export const MEASUREMENTS: readonly Measurement[] = [
  kybQuery,
  kybQueryOnKafka,
  scale,
  furnish,
  lag,
  relay,
  bytes,
  search,
  lists,
  archive,
  memory,
  longestDelay,
  noisyNeighbour,
  notices,
  simulation,
  rest,
  start,
  consoleReload,
];
