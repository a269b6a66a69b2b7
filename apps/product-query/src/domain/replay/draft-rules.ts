import { partsOf, type Dataset, type Template } from '@ndx/catalog';
import type { PolicyRefusal, QueryingPolicyDraftStatus } from '@ndx/contracts';
import { admission, isRefused, type Refused } from '../consent/admission.js';
import {
  appliedRules,
  partRules,
  withConsent,
  type AppliedRules,
  type PartRules,
  type RecordedQuery,
} from '../explanation/explained-query.js';
import {
  builtInDefault,
  type ConsentTerms,
  type QueryingPolicy,
} from '../policy/querying-policy.js';

/** What a policy decides about a query. */
type Terms = ConsentTerms & Pick<QueryingPolicy, 'modelSelections'>;

/** A policy to answer a past query under. */
export interface Draft extends Terms {
  /** The policy whose rules it replaces; null: the query had named it. */
  readonly policyId: string | null;
  /** The network whose terms of consent it sets; null: every network. */
  readonly networkId: string | null;
  readonly productId: string;
  /** Whether it is the default of its network. */
  readonly isDefault: boolean;
  /** Whether a query may name no other policy where it is the default. */
  readonly enforced: boolean;
  /** An archived policy answers no query. */
  readonly status: QueryingPolicyDraftStatus;
}

/** A query that would be refused. */
export interface RefusedQuery {
  readonly reason: Refused['reason'] | PolicyRefusal;
}

/** The rules of a past query under a draft. */
export interface DraftedRules {
  /** Of a template without the networks that the draft closes. */
  readonly applied: readonly AppliedRules[];
  readonly parts: PartRules;
}

/** Why a draft does not concern a query. */
export type Unused = 'other_policy' | 'dataset_closed';

/**
 * Why a draft of a policy does not concern a query: another policy applied in its network, and the
 * draft is not the default that the query would have used; or consent closed its data set.
 */
export function unusedBy(query: RecordedQuery, dataset: Dataset, draft: Draft): Unused | undefined {
  const part = draftedPart(dataset, draft);
  const rules = part ? (partRules(query).get(part.slug) ?? []) : appliedRules(query);
  const isUsed = rules.some(
    (one) =>
      one && (namingRefusal(query, draft, part, one) ?? successorOf(query, draft, part, one)),
  );
  if (isUsed) return undefined;
  return part && !rules.some((one) => one?.networkId === draft.networkId)
    ? 'dataset_closed'
    : 'other_policy';
}

/**
 * The rules of a past query, had the draft been in force: where the policy applied that it replaces,
 * or a default which it would have been. Where the policy applied as a default which it would not be
 * any more, the built-in default applies, because a network has at most one default. A query that
 * named an archived policy, or another one than an enforced default, is refused. A query that the
 * draft does not concern is answered as if it had named it. A consent that bound the query binds it
 * under every draft, because a governor may not learn what it hides.
 * @returns the reason where the query would be refused
 */
export function draftRules(
  query: RecordedQuery,
  dataset: Dataset,
  draft: Draft,
): DraftedRules | RefusedQuery {
  const own = appliedRules(query);
  const parts = partRules(query);
  const part = draftedPart(dataset, draft);
  const isUsed = unusedBy(query, dataset, draft) === undefined;
  if (!isUsed && !part && draft.status === 'archived') return NOT_PUBLISHED;
  const [unnamed] = own.flatMap((rules) => namingRefusal(query, draft, part, rules) ?? []);
  if (unnamed) return unnamed;
  if (part) return { applied: own, parts: draftedParts(query, draft, part, isUsed) };
  const admitted = own.map((rules) => {
    const successor = isUsed ? successorOf(query, draft, part, rules) : draft;
    return successor ? admittedRules(query, dataset, draft, { rules, successor }) : rules;
  });
  const open = admitted.flatMap((rules) => ('reason' in rules ? [] : [rules]));
  const [refused] = admitted.flatMap((rules) => ('reason' in rules ? [rules] : []));
  const isWhole = dataset.kind === 'product' || open.length === 0;
  return refused && isWhole ? refused : { applied: open, parts };
}

/** The data set of a bundle that the draft governs. */
function draftedPart(dataset: Dataset, { productId }: Draft): Template | undefined {
  if (dataset.kind === 'product') return undefined;
  return partsOf(dataset).find(({ id }) => id === productId);
}

const NOT_PUBLISHED: RefusedQuery = { reason: 'policy_not_published' };

/** Why a query could not name its policy. No query names the policy of a data set of a bundle. */
function namingRefusal(
  { namesPolicy = false }: Pick<RecordedQuery, 'namesPolicy'>,
  draft: Draft,
  part: Template | undefined,
  { policyId, networkId }: AppliedRules,
): RefusedQuery | undefined {
  if (!namesPolicy || part) return undefined;
  if (draft.policyId === policyId) {
    return draft.status === 'archived' ? NOT_PUBLISHED : undefined;
  }
  const isEnforced = isStanding(draft) && draft.enforced && networkId === draft.networkId;
  return isEnforced ? { reason: 'policy_enforced' } : undefined;
}

/** Whether queries that name no policy use the draft. */
function isStanding({ isDefault, status }: Draft): boolean {
  return isDefault && status === 'published';
}

/** The terms that would have applied instead of a policy; undefined where it would still apply. */
function successorOf(
  { namesPolicy = false }: RecordedQuery,
  draft: Draft,
  part: Template | undefined,
  { policyId, networkId }: AppliedRules,
): Terms | undefined {
  if (draft.policyId === null) return draft;
  // No query names the policy of a data set of a bundle.
  const isNamed = namesPolicy && part === undefined;
  if (draft.policyId === policyId) {
    return isNamed || isStanding(draft) ? draft : builtInDefault(draft.productId);
  }
  return isStanding(draft) && networkId === draft.networkId && !isNamed ? draft : undefined;
}

interface Succession {
  readonly rules: AppliedRules;
  readonly successor: Terms;
}

/** The rules of a network under the successor of its policy. */
function admittedRules(
  { event, decision }: RecordedQuery,
  dataset: Dataset,
  draft: Draft,
  { rules, successor }: Succession,
): AppliedRules | Refused {
  const replaced = { ...rules, selections: successor.modelSelections };
  if (rules.consent || !isOfNetwork(draft, rules)) return replaced;
  const recorded = decision.unneeded?.[rules.place] ?? 'none';
  const admitted = admission(recorded, successor, dataset, event.permissible_purpose ?? undefined);
  return isRefused(admitted) ? admitted : withConsent(replaced, admitted.consent);
}

function isOfNetwork({ networkId }: Draft, rules: AppliedRules): boolean {
  return networkId === null || networkId === rules.networkId;
}

/** The rules of the data sets of a bundle, with the draft for one of them. */
function draftedParts(
  query: RecordedQuery,
  draft: Draft,
  part: Template,
  isUsed: boolean,
): PartRules {
  const own = appliedRules(query);
  const drafted = (rules: AppliedRules) => {
    const named = isOfNetwork(draft, rules) && draft.status === 'published' ? draft : undefined;
    const successor = isUsed ? successorOf(query, draft, part, rules) : named;
    if (!successor) return rules;
    const replaced = { ...rules, selections: successor.modelSelections };
    // A consent to the bundle also admits the query to its data sets.
    if (rules.consent || own[rules.place]?.consent || !isOfNetwork(draft, rules)) return replaced;
    const purpose = query.event.permissible_purpose ?? undefined;
    return isRefused(admission('none', successor, part, purpose)) ? undefined : replaced;
  };
  return new Map(
    [...partRules(query)].map(([slug, rules]) => [
      slug,
      slug === part.slug ? rules.map((one) => one && drafted(one)) : rules,
    ]),
  );
}
