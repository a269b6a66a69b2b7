import { AGGREGATES } from '@ndx/contracts';
import { declareInternalOperation } from '../operation/operation.js';
import { RowVersion, ReadModelRow } from '../shapes/read-model-row.js';
import * as wire from '../shapes/wire.js';

const aggregate = wire.oneOf(AGGREGATES);

/** A range of keys (exclusive start, inclusive end), and the expected digest of their rows. */
const ComparedRange = wire.record('ComparedRange', {
  aggregate,
  after: wire.nullable(wire.text),
  through: wire.nullable(wire.text),
  digest: wire.text,
});

const ComparedRows = wire.record('ComparedRows', {
  rows: wire.listOf(RowVersion),
  parked_keys: wire.listOf(wire.text),
});

const RowName = wire.record('RowName', { aggregate, key: wire.text });

const RowToRemove = wire.record('RowToRemove', {
  aggregate,
  key: wire.text,
  revision: wire.count,
  event_id: wire.uuid,
});

/**
 * Reports the incarnation of the service's database with whose rows the caller has compared all
 * its aggregates, null for none. Returns the incarnation for which it must compare them; nothing if
 * there is none (replication 6).
 */
export const confirmReadModels = declareInternalOperation({
  id: 'confirmReadModels',
  path: '/internal/read-models/confirm',
  service: undefined,
  request: {
    body: { schema: wire.record('ComparedIncarnation', { compared: wire.nullable(wire.number) }) },
  },
  answer: wire.eitherOf(wire.nothing, wire.record('DueIncarnation', { incarnation: wire.number })),
});

/**
 * Compares a range of rows of the caller's aggregates; returns nothing if the digests are equal.
 */
export const compareRows = declareInternalOperation({
  id: 'compareRows',
  path: '/internal/read-models/compare',
  service: undefined,
  request: { body: { schema: ComparedRange } },
  answer: wire.eitherOf(wire.nothing, ComparedRows),
});

/** Reads the row of an aggregate of the caller. */
export const readRow = declareInternalOperation({
  id: 'readRow',
  path: '/internal/read-models/read',
  service: undefined,
  request: { body: { schema: RowName } },
  answer: wire.eitherOf(wire.nothing, ReadModelRow),
});

/**
 * Removes the row of an aggregate that the caller does not have, unless the row restricts access.
 */
export const removeRow = declareInternalOperation({
  id: 'removeRow',
  path: '/internal/read-models/remove',
  service: undefined,
  request: { body: { schema: RowToRemove } },
  answer: wire.record('RemovedRow', { removed: wire.flag }),
});
