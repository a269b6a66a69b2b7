import Type from 'typebox';
import { declareInternalOperation } from '../operation/operation.js';
import { ReadModelRow } from '../shapes/read-model-row.js';
import * as wire from '../shapes/wire.js';

/** An event as on the bus; its declaration validates the payload in `data`. */
const EventEnvelope = wire.record('EventEnvelope', {
  id: wire.text,
  type: wire.text,
  source: wire.text,
  subject: wire.text,
  time: wire.text,
  requestId: Type.Optional(wire.text),
  traceparent: Type.Optional(wire.text),
  predecessors: wire.optional(wire.listOf(wire.uuid)),
  data: wire.text,
});

/**
 * The rows that had already reached a delivered revision by another event. When there is one, no
 * event was applied.
 */
const OvertakenDelivery = wire.record('OvertakenDelivery', { rows: wire.listOf(ReadModelRow) });

/**
 * Delivers committed events to a subscriber that must apply them before they are acknowledged
 * (design 3).
 */
export const deliverEvents = declareInternalOperation({
  id: 'deliverEvents',
  path: '/internal/events',
  service: undefined,
  request: { body: { schema: wire.listOf(EventEnvelope) } },
  answer: wire.eitherOf(wire.nothing, OvertakenDelivery),
});
