import type { FieldAccess } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { QueryingPolicy } from './querying-policy.js';

/** What consent and policy say about the data of one network. */
export interface NetworkSight {
  /** Undefined for a permissible-purpose query. */
  readonly consent: ConsentState | undefined;
  /** What consent lets be seen of a furnisher's data. */
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
  readonly policy: QueryingPolicy;
}

/** By network, in the order in which they are listed; a network that consent closes is not there. */
export type Sights = ReadonlyMap<string, NetworkSight>;
