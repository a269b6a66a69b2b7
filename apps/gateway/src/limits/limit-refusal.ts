import type { DomainError } from '@ndx/contracts';

/** Why a request is rejected, and when it may be sent again. */
export interface LimitRefusal {
  readonly error: DomainError;
  readonly retryAfterSeconds: number;
}
