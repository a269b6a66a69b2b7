import type { Permission, Reason, StatefulServiceName } from '@ndx/contracts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A public operation: its service, and the permission that a token needs. */
export interface Route {
  readonly method: Method;
  /** The path as in the contract, e.g. `/v1/consent/consumer/{consent_id}`. */
  readonly path: `/${string}`;
  /** The last parameter of the path, if it takes the rest of the path with its slashes. */
  readonly restOfPath?: string;
  readonly service: StatefulServiceName;
  /** Undefined for an operation of users. */
  readonly permission: Permission | undefined;
  /** Whether a person without an account may call it (decision 0129). */
  readonly forUsers: boolean;
  /** Whether the caller's institution is billed for it (contract 1). */
  readonly billable: boolean;
  /** Whether it is executed once per `Idempotency-Key`: every POST that changes something. */
  readonly takesIdempotencyKey: boolean;
  /** The reasons for which its service rejects a request. */
  readonly refusals?: readonly Reason[];
  /** Whether only a sandbox has it. */
  readonly sandboxOnly: boolean;
  /** Whether it changes what accounts of the institution in its path, or of the caller's, may do. */
  readonly changesAccounts: boolean;
}
