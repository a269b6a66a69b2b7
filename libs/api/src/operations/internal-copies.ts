import { AGGREGATES } from '@ndx/contracts';
import { declareInternalOperation } from '../operation/operation.js';
import { CopyPlace, StandingCopy } from '../shapes/standing-copy.js';
import * as wire from '../shapes/wire.js';

const aggregate = wire.oneOf(AGGREGATES);

/** A range of keys (exclusive start, inclusive end), and the expected digest of their copies. */
const ComparedRange = wire.record('ComparedRange', {
  aggregate,
  after: wire.nullable(wire.uuid),
  through: wire.nullable(wire.uuid),
  digest: wire.text,
});

const ComparedCopies = wire.record('ComparedCopies', {
  copies: wire.listOf(CopyPlace),
  parked_keys: wire.listOf(wire.text),
});

const CopyName = wire.record('CopyName', { aggregate, key: wire.uuid });

const CopyToRemove = wire.record('CopyToRemove', {
  aggregate,
  key: wire.uuid,
  revision: wire.count,
  event_id: wire.uuid,
});

/**
 * Reports the incarnation of the service's database with whose copies the caller has compared all
 * its aggregates, null for none. Returns the incarnation for which it must compare them; nothing if
 * there is none (decision 0081).
 */
export const confirmCopies = declareInternalOperation({
  id: 'confirmCopies',
  path: '/internal/copies/confirm',
  service: undefined,
  request: {
    body: { schema: wire.record('ComparedIncarnation', { compared: wire.nullable(wire.number) }) },
  },
  answer: wire.eitherOf(wire.nothing, wire.record('DueIncarnation', { incarnation: wire.number })),
});

/** Compares a range of copies of the caller's aggregates; returns nothing if the digests are equal. */
export const compareCopies = declareInternalOperation({
  id: 'compareCopies',
  path: '/internal/copies/compare',
  service: undefined,
  request: { body: { schema: ComparedRange } },
  answer: wire.eitherOf(wire.nothing, ComparedCopies),
});

/** Reads a copy of an aggregate of the caller. */
export const readCopy = declareInternalOperation({
  id: 'readCopy',
  path: '/internal/copies/read',
  service: undefined,
  request: { body: { schema: CopyName } },
  answer: wire.eitherOf(wire.nothing, StandingCopy),
});

/** Removes a copy of an aggregate that the caller does not have, unless the copy restricts access. */
export const removeCopy = declareInternalOperation({
  id: 'removeCopy',
  path: '/internal/copies/remove',
  service: undefined,
  request: { body: { schema: CopyToRemove } },
  answer: wire.record('RemovedCopy', { removed: wire.flag }),
});
