import type { FieldAccess } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { Refused } from '../consent/admission.js';
import type { QueryingPolicy } from './querying-policy.js';

/** The terms of consent and policy that select and hide values of one data set in one network. */
export interface SelectionRules {
  /** The fields of a furnisher's data that the consent makes visible. */
  readonly accessTo: (furnishingEntityId: string) => FieldAccess;
  readonly policy: Pick<QueryingPolicy, 'modelSelections'>;
  /** The effective consent; undefined for a permissible-purpose query. */
  readonly consent: Pick<ConsentState, 'consented_fields' | 'business_legal_name'> | undefined;
}

/** The effective consent and policy for one data set in one network. */
export interface DatasetRules extends SelectionRules {
  readonly policy: QueryingPolicy;
  readonly consent: ConsentState | undefined;
  /** The recorded consent in force of a query that the policy allows without one. */
  readonly unneeded?: ConsentState | undefined;
}

/** The rules that select the values of a template. */
export interface TemplateRules extends SelectionRules {
  /** The data sets of a bundle by slug, without the closed ones. */
  readonly parts: ReadonlyMap<string, SelectionRules>;
}

/** The effective consent and policy for a template in one network. */
export interface NetworkRules extends DatasetRules {
  /** The data sets of a bundle by slug, without the closed ones. */
  readonly parts: ReadonlyMap<string, DatasetRules>;
}

/** Rules by network in the requested order, without closed networks. */
export type RulesByNetwork = ReadonlyMap<string, NetworkRules>;

/** A network that a template's query leaves out, because a consent or its absence closes it. */
export interface OmittedNetwork extends Refused {
  readonly networkId: string;
}

/** The consent id of the first network that has a consent, for results and events. */
export function leadingConsentId(rules: Iterable<DatasetRules>): string | null {
  for (const { consent } of rules) if (consent) return consent.consent_id;
  return null;
}
