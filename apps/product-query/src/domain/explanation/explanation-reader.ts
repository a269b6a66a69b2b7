import { hasRole, RANKINGS, type Principal, type QueryEvent, type Verdict } from '@ndx/contracts';

/** The parts of an explanation that are visible to a reader. */
export interface ExplanationReader {
  /** Whether the choice among all networks is visible, not only what each network excluded. */
  readonly isWhole: boolean;
  readonly seesNetwork: (networkId: string) => boolean;
  readonly mayKnow: (networkId: string, verdict: Verdict) => boolean;
}

/**
 * The querying institution sees the records that it may read: records that satisfy consent and
 * policy, or lack only a required field. Other records stay hidden, as in its query responses
 * (decision 0036). A governor sees the records that its policy excluded, except records that a
 * consent hides. Undefined for all other readers.
 */
export function explanationReader(
  principal: Principal,
  event: QueryEvent,
): ExplanationReader | undefined {
  const isQuerier = event.querying_entity_id === principal.entity_id;
  const governs = (networkId: string) => hasRole(principal, networkId, 'governor');
  if (!isQuerier && !event.network_ids.some(governs)) return undefined;
  return {
    isWhole: isQuerier || event.network_ids.every(governs),
    seesNetwork: (networkId) => isQuerier || governs(networkId),
    mayKnow: (networkId, verdict) =>
      (isQuerier && KNOWN_TO_QUERIER.has(verdict)) ||
      (governs(networkId) && !HIDDEN_BY_CONSENT.has(verdict)),
  };
}

const KNOWN_TO_QUERIER: ReadonlySet<Verdict> = new Set([
  'chosen',
  'required_field_missing',
  ...RANKINGS,
]);

const HIDDEN_BY_CONSENT: ReadonlySet<Verdict> = new Set(['consent_scope', 'grant']);
