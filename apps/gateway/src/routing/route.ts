import type { Permission, StatefulServiceName } from '@ndx/contracts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** A public operation: who answers it, and what a token must allow for it. */
export interface Route {
  readonly method: Method;
  /** As the contract writes it, e.g. `/v1/consent/consumer/{consent_id}`. */
  readonly path: string;
  readonly service: StatefulServiceName;
  readonly permission: Permission;
  /** Whether the caller's institution is billed for it (contract 1). */
  readonly billable: boolean;
}
