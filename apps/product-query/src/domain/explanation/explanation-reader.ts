import {
  hasRole,
  isMember,
  RANKINGS,
  type Principal,
  type QueryEvent,
  type Verdict,
} from '@ndx/contracts';
import { mayReadQuery } from '../decision/visible-event.js';

/** The parts of an explanation that are visible to a reader. */
export interface ExplanationReader {
  /** Whether the choice among all networks is visible, not only what each network excluded. */
  readonly isWhole: boolean;
  readonly seesNetwork: (networkId: string) => boolean;
  /** Whether the reader may read the policy of a network, as `policy:read` in it does. */
  readonly readsPolicy: (networkId: string) => boolean;
  readonly mayKnow: (networkId: string, verdict: Verdict) => boolean;
  /** The code that stands for a verdict where the choice among all networks is not visible. */
  readonly codeOf: (verdict: Verdict) => Verdict | 'eligible';
}

/** The institution that checks or made a query: it sees the records that it may read. */
export const QUERIER: ExplanationReader = {
  isWhole: true,
  seesNetwork: () => true,
  readsPolicy: () => false,
  mayKnow: (_, verdict) => KNOWN_TO_QUERIER.has(verdict),
  codeOf: (verdict) => verdict,
};

/** The same for one of its accounts. */
export function querierReader(principal: Principal): ExplanationReader {
  return { ...QUERIER, readsPolicy: readsPolicies(principal) };
}

function readsPolicies(principal: Principal): ExplanationReader['readsPolicy'] {
  const reads = principal.permissions.includes('policy:read');
  return (networkId) => reads && isMember(principal, networkId);
}

/**
 * The querying institution sees the records that it may read: records that satisfy consent and
 * policy, or lack only a required field. Other records stay hidden, as in its query responses
 * (decision 0036). A governor sees the records that its policy excluded, except records that a
 * consent hides. Undefined for all other readers.
 */
export function explanationReader(
  principal: Principal,
  event: Pick<QueryEvent, 'querying_entity_id' | 'network_ids'>,
): ExplanationReader | undefined {
  if (!mayReadQuery(principal, event)) return undefined;
  const isQuerier = event.querying_entity_id === principal.entity_id;
  const governs = (networkId: string) => hasRole(principal, networkId, 'governor');
  const isWhole = isQuerier || event.network_ids.every(governs);
  return {
    isWhole,
    seesNetwork: (networkId) => isQuerier || governs(networkId),
    readsPolicy: readsPolicies(principal),
    mayKnow: (networkId, verdict) =>
      (isQuerier && QUERIER.mayKnow(networkId, verdict)) ||
      (governs(networkId) && !HIDDEN_BY_CONSENT.has(verdict)),
    codeOf: (verdict) => (SATISFIES_POLICY.has(verdict) && !isWhole ? 'eligible' : verdict),
  };
}

const SATISFIES_POLICY: ReadonlySet<Verdict> = new Set(['chosen', ...RANKINGS]);

const KNOWN_TO_QUERIER: ReadonlySet<Verdict> = new Set([
  ...SATISFIES_POLICY,
  'required_field_missing',
]);

/** Verdicts by which consent hides a record from every reader of an explanation. */
export const HIDDEN_BY_CONSENT: ReadonlySet<Verdict> = new Set([
  'dataset_closed',
  'consent_scope',
  'grant',
]);
