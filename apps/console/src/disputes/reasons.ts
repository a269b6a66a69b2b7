import type { RecordEndReason } from '@ndx/client';

/** What can be wrong with a record. */
export const RECORD_FAULTS = [
  'wrong_value',
  'wrong_subject',
  'outdated',
  'duplicate',
  'no_authority',
  'subject_request',
  'other',
] as const satisfies readonly RecordEndReason[];
