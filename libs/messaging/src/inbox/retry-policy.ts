export interface RetryPolicy {
  /** The pause before each further try, in milliseconds: one try more than there are pauses. */
  readonly pausesMs: readonly number[];
  /** Keys whose events are tried at the same time; each takes one connection of the pool. */
  readonly concurrentKeys: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { pausesMs: [50, 150, 400], concurrentKeys: 4 };
