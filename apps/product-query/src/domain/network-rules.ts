import type { FieldAccess } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { QueryingPolicy } from './querying-policy.js';

/** The effective consent and policy for one data set in one network. */
export interface DatasetRules {
  /** The fields of a furnisher's data that the consent makes visible. */
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
  readonly policy: QueryingPolicy;
}

/** The effective consent and policy for a template in one network. */
export interface NetworkRules extends DatasetRules {
  /** Undefined for a permissible-purpose query. */
  readonly consent: ConsentState | undefined;
  /** For a bundle: the data sets that it reads, by slug, without those that consent closes. */
  readonly parts: ReadonlyMap<string, DatasetRules>;
}

/** By network, in the listed order, without those that consent closes. */
export type RulesByNetwork = ReadonlyMap<string, NetworkRules>;
