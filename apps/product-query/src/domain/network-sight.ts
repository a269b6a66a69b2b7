import type { FieldAccess } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { QueryingPolicy } from './querying-policy.js';

/** What consent and policy say about one data set in one network. */
export interface DatasetSight {
  /** What consent lets be seen of a furnisher's data. */
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
  readonly policy: QueryingPolicy;
}

/** What they say about a template in one network. */
export interface NetworkSight extends DatasetSight {
  /** Undefined for a permissible-purpose query. */
  readonly consent: ConsentState | undefined;
  /** Of a bundle, the data sets that it reads, by slug; one that consent closes is not there. */
  readonly parts: ReadonlyMap<string, DatasetSight>;
}

/** By network, in the order in which they are listed; a network that consent closes is not there. */
export type Sights = ReadonlyMap<string, NetworkSight>;
