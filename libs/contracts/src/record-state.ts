/** Whether a furnished record is a source of answers. A record that ended never becomes one again. */
export const RECORD_STATES = ['furnished', 'withdrawn', 'corrected'] as const;

export type RecordState = (typeof RECORD_STATES)[number];

/** Why a furnisher ended a record. */
export const RECORD_END_REASONS = [
  'wrong_subject',
  'wrong_value',
  'outdated',
  'duplicate',
  'no_authority',
  'subject_request',
  'other',
] as const;

export type RecordEndReason = (typeof RECORD_END_REASONS)[number];
