/** The results of replaying a query (decision 0076). */
export const REPLAY_CODES = [
  /** The certificate and every verdict are equal. */
  'identical',
  'different',
  /** Furnishing does not have a record that the query considered. */
  'record_missing',
  /** The query was answered before decisions were recorded. */
  'not_recorded',
] as const;

/** The results of a request to replay, which may name another policy. */
export const REPLAY_ANSWER_CODES = [...REPLAY_CODES, 'simulated'] as const;

/** Whether the decision on a query is stored. */
export const DECISION_STATUSES = ['recorded', 'not_recorded'] as const;

export type ReplayCode = (typeof REPLAY_CODES)[number];
