import { RECORD_END_REASONS } from './record-state.js';

/** The states of a dispute of a record, in order. */
export const DISPUTE_STATES = ['open', 'acknowledged', 'decided'] as const;

export type DisputeState = (typeof DISPUTE_STATES)[number];

/** The decisions of a furnisher on a dispute; an upheld record stays as it is. */
export const DISPUTE_OUTCOMES = ['corrected', 'withdrawn', 'upheld'] as const;

export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** Why a record stays as it is. */
export const UPHELD_REASONS = ['verified', 'insufficient_information', 'other'] as const;

/** Why a dispute was decided: the reasons for the end of a record, or for keeping it. */
export const DISPUTE_REASONS = [
  ...RECORD_END_REASONS.filter((reason) => reason !== 'other'),
  ...UPHELD_REASONS,
] as const;

export type DisputeReason = (typeof DISPUTE_REASONS)[number];
