import { RECORD_END_REASONS, RECORD_STATES } from '@ndx/contracts';
import * as wire from '../shapes/wire.js';

/** What the furnisher of a used record did to it after the answer. */
export const RecordEnd = wire.record('RecordEnd', {
  record_id: wire.uuid,
  state: wire.oneOf(RECORD_STATES),
  reason: wire.nullable(wire.oneOf(RECORD_END_REASONS)),
  corrected_by_record_id: wire.nullable(wire.uuid),
  ended_at: wire.timestamp,
});

export const RECORD_ENDS_WORDS =
  'The used records that their furnisher withdrew or corrected afterwards; the answer keeps what it was.';
