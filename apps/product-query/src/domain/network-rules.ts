import type { FieldAccess } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { QueryingPolicy } from './querying-policy.js';

/** The effective consent and policy for one data set in one network. */
export interface DatasetRules {
  /** The fields of a furnisher's data that the consent makes visible. */
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
  readonly policy: QueryingPolicy;
  /** The consent that binds; undefined for a permissible-purpose query. */
  readonly consent: ConsentState | undefined;
}

/** The effective consent and policy for a template in one network. */
export interface NetworkRules extends DatasetRules {
  /** For a bundle: the data sets that it reads, by slug, without those that consent closes. */
  readonly parts: ReadonlyMap<string, DatasetRules>;
}

/** By network, in the listed order, without those that consent closes. */
export type RulesByNetwork = ReadonlyMap<string, NetworkRules>;

/** The id of the consent that binds the first network that has one, which results and events name. */
export function leadingConsentId(rules: Iterable<DatasetRules>): string | null {
  for (const { consent } of rules) if (consent) return consent.consent_id;
  return null;
}
