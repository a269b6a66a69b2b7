import { DATASET_KINDS } from '@ndx/catalog';
import {
  ACCOUNT_STATUSES,
  ALL_PERMISSIONS,
  ATTESTATION_STATUSES,
  CONSENT_ACTIONS,
  CONSENT_DEMANDS,
  CONSENT_KINDS,
  CONSENT_STATUSES,
  DECISION_STATUSES,
  DISPUTE_OUTCOMES,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  EXPLANATION_CODES,
  FURNISH_FAULT_CODES,
  IDENTITY_CONFLICT_KINDS,
  IDENTITY_CONFLICT_STATUSES,
  IDENTITY_VISIBILITIES,
  MEMBERSHIP_ROLES,
  NAME_MATCHES,
  PERMISSIBLE_PURPOSES,
  QUERYING_POLICY_STATUSES,
  RECORD_END_REASONS,
  RECORD_STATES,
  REPLAY_ANSWER_CODES,
  STATEFUL_SERVICE_NAMES,
  VERDICTS,
} from '@ndx/contracts';

/** The orders of a list. */
export const LIST_ORDERS = ['oldest_first', 'newest_first'] as const;

/** The readers for whom an index of query events is complete. */
export const INDEX_READER_KINDS = ['querier', 'governor'] as const;

/** The states of a service. */
export const SERVICE_STATUSES = ['healthy', 'unavailable'] as const;

/** What a key of a service signs. */
export const SIGNING_PURPOSES = ['checkpoints', 'answers'] as const;

/** The states of a parked event. */
export const PARKED_EVENT_STATUSES = ['failed', 'waiting'] as const;

/** Every list of values in public requests and answers, by its name in the OpenAPI document. */
const NAMED_VALUES: Readonly<Record<string, readonly string[]>> = {
  AccountStatus: ACCOUNT_STATUSES,
  AttestationStatus: ATTESTATION_STATUSES,
  ConsentAction: CONSENT_ACTIONS,
  ConsentRequirement: CONSENT_DEMANDS,
  ConsentStatus: CONSENT_STATUSES,
  DatasetKind: DATASET_KINDS,
  DecisionStatus: DECISION_STATUSES,
  DisputeOutcome: DISPUTE_OUTCOMES,
  DisputeReason: DISPUTE_REASONS,
  DisputeState: DISPUTE_STATES,
  Environment: ['development', 'sandbox', 'production'],
  ExplanationCode: EXPLANATION_CODES,
  FurnishFaultCode: FURNISH_FAULT_CODES,
  IdentityConflictKind: IDENTITY_CONFLICT_KINDS,
  IdentityConflictStatus: IDENTITY_CONFLICT_STATUSES,
  IdentityVisibility: IDENTITY_VISIBILITIES,
  ListOrder: LIST_ORDERS,
  MembershipRole: MEMBERSHIP_ROLES,
  NameMatch: NAME_MATCHES,
  ParkedEventStatus: PARKED_EVENT_STATUSES,
  Permission: ALL_PERMISSIONS,
  QueryPurpose: PERMISSIBLE_PURPOSES,
  QueryIndexReaderKind: INDEX_READER_KINDS,
  QueryOutcome: ['issued', 'no_result'],
  SimulatedOutcome: ['issued', 'no_result', 'refused'],
  ConsentRefusal: ['consent_out_of_scope', 'consent_required'],
  QueryingPolicyStatus: QUERYING_POLICY_STATUSES,
  RecordEndReason: RECORD_END_REASONS,
  RecordState: RECORD_STATES,
  ReplayCode: REPLAY_ANSWER_CODES,
  SigningPurpose: SIGNING_PURPOSES,
  ServiceName: STATEFUL_SERVICE_NAMES,
  ServiceStatusName: SERVICE_STATUSES,
  SubjectType: CONSENT_KINDS,
  Verdict: VERDICTS,
};

interface NamedValues {
  readonly name: string;
  readonly values: readonly string[];
}

/**
 * The name of a list of values, and the values in the order of the document: of the list itself, or
 * of the first one with the same values.
 */
export function namedValues(values: readonly string[]): NamedValues | undefined {
  const named = Object.entries(NAMED_VALUES).map(([name, list]) => ({ name, values: list }));
  return (
    named.find((one) => one.values === values) ??
    named.find((one) => keyOf(one.values) === keyOf(values))
  );
}

function keyOf(values: readonly string[]): string {
  return [...values].sort().join();
}
