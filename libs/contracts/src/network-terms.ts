/** Whether the records of an institution that is no furnisher of the network any more are used. */
export const RECORDS_OF_LEAVERS = ['exclude', 'keep'] as const;

export type RecordsOfLeavers = (typeof RECORDS_OF_LEAVERS)[number];

/**
 * How a published querying policy changes: by any governor at once, or by a draft that a second
 * account approved.
 */
export const POLICY_CHANGES = ['direct', 'reviewed'] as const;

export type PolicyChanges = (typeof POLICY_CHANGES)[number];

/** The terms of a network that other services apply; the governor sets them. */
export interface NetworkTerms {
  /** The furnisher's time to acknowledge a dispute, in days from Monday to Friday. */
  readonly disputeAcknowledgeDays: number;
  /** The furnisher's time to decide a dispute, in days. */
  readonly disputeDecideDays: number;
  readonly recordsOfLeavers: RecordsOfLeavers;
  readonly policyChanges: PolicyChanges;
}

/** The terms of a network whose governor has set none. */
export const DEFAULT_NETWORK_TERMS: NetworkTerms = {
  disputeAcknowledgeDays: 5,
  disputeDecideDays: 30,
  recordsOfLeavers: 'exclude',
  policyChanges: 'direct',
};

/** The longest time that a governor can set, in days. */
export const MOST_DISPUTE_DAYS = 365;
