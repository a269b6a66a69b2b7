import type { ErrorCode, ItemError } from './error-codes.js';
import type { Reason } from './reasons.js';

/** The envelope of an application error (contract 7.1). */
export interface ErrorEnvelope {
  readonly detail: string;
  readonly error_code: ErrorCode;
  /** One of `REASONS`, with this code. */
  readonly reason: Reason;
  readonly request_id?: string;
  readonly errors?: readonly ItemError[];
}
