export interface RetryPolicy {
  /** The delay before each retry, in milliseconds; there is one attempt more than delays. */
  readonly pausesMs: readonly number[];
  /** Maximum number of keys retried concurrently; each uses one connection of the pool. */
  readonly concurrentKeys: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = { pausesMs: [50, 150, 400], concurrentKeys: 4 };
