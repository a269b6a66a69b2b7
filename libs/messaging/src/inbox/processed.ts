import type { EventEnvelope } from '../bus/port.js';
import type { Outcome } from '../metrics.js';

/** The result of one event of a batch. */
export type Processed = readonly [EventEnvelope, Outcome];
