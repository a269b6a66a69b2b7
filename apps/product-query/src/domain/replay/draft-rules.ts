import type { Dataset } from '@ndx/catalog';
import { admission, isRefused, type Refused } from '../consent/admission.js';
import {
  appliedRules,
  withConsent,
  type AppliedRules,
  type RecordedQuery,
} from '../explanation/explained-query.js';
import type { ConsentTerms, QueryingPolicy } from '../policy/querying-policy.js';

/** A policy to answer a past query under. */
export interface Draft extends ConsentTerms, Pick<QueryingPolicy, 'modelSelections'> {
  /** The network whose terms of consent it sets; null: every network. */
  readonly networkId: string | null;
}

/**
 * The rules of a past query, had it named the draft: of a template without the networks that the
 * draft closes. A consent that bound the query binds it under every draft, because a governor may
 * not learn what it hides.
 * @returns the reason where the query would be refused
 */
export function draftRules(
  query: RecordedQuery,
  dataset: Dataset,
  draft: Draft,
): readonly AppliedRules[] | Refused {
  const admitted = appliedRules(query).map((rules) =>
    admittedRules(query, dataset, draft, { ...rules, selections: draft.modelSelections }),
  );
  const open = admitted.flatMap((rules) => ('reason' in rules ? [] : [rules]));
  const [refused] = admitted.flatMap((rules) => ('reason' in rules ? [rules] : []));
  return refused && (dataset.kind === 'product' || open.length === 0) ? refused : open;
}

function admittedRules(
  { event, decision }: RecordedQuery,
  dataset: Dataset,
  draft: Draft,
  rules: AppliedRules,
): AppliedRules | Refused {
  const isOfNetwork = draft.networkId === null || draft.networkId === rules.networkId;
  if (rules.consent || !isOfNetwork) return rules;
  const recorded = decision.unneeded?.[rules.place] ?? 'none';
  const admitted = admission(recorded, draft, dataset, event.permissible_purpose ?? undefined);
  return isRefused(admitted) ? admitted : withConsent(rules, admitted.consent);
}
