import { DATASET_KINDS } from '@ndx/catalog';
import {
  ACCOUNT_STATUSES,
  ALL_PERMISSIONS,
  ATTESTATION_STATUSES,
  BUSINESS_MATCHES,
  CLIENT_PERMISSIONS,
  CONSENT_ACTIONS,
  CONSENT_DEMANDS,
  CONSENT_KINDS,
  CONSENT_REFUSALS,
  CONSENT_STATUSES,
  DECISION_STATUSES,
  DISPUTE_OUTCOMES,
  DOCUMENT_REJECTIONS,
  DOCUMENT_STATES,
  DISPUTE_REASONS,
  DISPUTE_STATES,
  DISPUTED_DATA,
  ENVIRONMENTS,
  EXPLANATION_CODES,
  FURNISH_FAULT_CODES,
  IDENTITY_CONFLICT_KINDS,
  IDENTITY_CONFLICT_STATUSES,
  IDENTITY_VISIBILITIES,
  INVITATION_STATUSES,
  MEMBERSHIP_ROLES,
  NAME_MATCHES,
  NO_RESULT_REASONS,
  NOT_SIMULATED,
  NOTICE_DELIVERY_STATES,
  NOTICE_ENDPOINT_DISABLERS,
  NOTICE_ENDPOINT_STATES,
  NOTICE_KINDS,
  PERMISSIBLE_PURPOSES,
  POLICY_CHANGES,
  POLICY_EFFECTS,
  POLICY_KINDS,
  QUERY_OUTCOMES,
  QUERYING_POLICY_DRAFT_STATUSES,
  QUERYING_POLICY_STATUSES,
  RECORD_END_REASONS,
  RECORD_STATES,
  RECORDS_OF_LEAVERS,
  REPLAY_ANSWER_CODES,
  SIMULATED_CHANGES,
  SIMULATED_FIELD_CHANGES,
  SIMULATED_FIELD_CODES,
  SIMULATED_OUTCOMES,
  SIMULATED_REASONS,
  SIMULATED_SECTION_CODES,
  SIMULATION_FAILURES,
  SIMULATION_STATES,
  SERVICE_NAMES,
  STATEFUL_SERVICE_NAMES,
  TOKEN_BINDINGS,
  VERDICTS,
  WEBHOOK_ALGORITHMS,
  WEBHOOK_FAILURES,
} from '@ndx/contracts';

/** The orders of a list. */
export const LIST_ORDERS = ['oldest_first', 'newest_first'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** The orders of the list of disputes. */
export const DISPUTE_ORDERS = ['overdue_first', 'newest_first'] as const;
export type DisputeOrder = (typeof DISPUTE_ORDERS)[number];

/** How many of the records of a submission were accepted. */
export const ACCEPTED_PARTS = ['all', 'some', 'none'] as const;
export type AcceptedPart = (typeof ACCEPTED_PARTS)[number];

/** What became of a record: a query used it, or a policy excluded it. */
export const RECORD_USE_OUTCOMES = ['used', 'excluded'] as const;
export type RecordUseOutcome = (typeof RECORD_USE_OUTCOMES)[number];

/** The readers for whom an index of query events is complete. */
export const INDEX_READER_KINDS = ['querier', 'governor', 'furnisher'] as const;

/** The states of a service. */
export const SERVICE_STATUSES = ['healthy', 'unavailable'] as const;

/** What a key of a service signs. */
export const SIGNING_PURPOSES = ['checkpoints', 'answers'] as const;

/** The states of a parked event. */
export const PARKED_EVENT_STATUSES = ['failed', 'waiting'] as const;

/** The kinds of a span, in the order of their numbers in OTLP, from 1. */
export const SPAN_KINDS = ['internal', 'server', 'client', 'producer', 'consumer'] as const;

/** The statuses of a span, in the order of their numbers in OTLP. */
export const SPAN_STATUSES = ['unset', 'ok', 'error'] as const;

/** The levels of log lines, the least severe first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Every list of values in public requests and answers, by its name in the OpenAPI document. */
const NAMED_VALUES: Readonly<Record<string, readonly string[]>> = {
  AcceptedPart: ACCEPTED_PARTS,
  AccountStatus: ACCOUNT_STATUSES,
  InvitationStatus: INVITATION_STATUSES,
  AttestationStatus: ATTESTATION_STATUSES,
  BusinessMatch: BUSINESS_MATCHES,
  ClientPermission: CLIENT_PERMISSIONS,
  ConsentAction: CONSENT_ACTIONS,
  ConsentRequirement: CONSENT_DEMANDS,
  ConsentStatus: CONSENT_STATUSES,
  DatasetKind: DATASET_KINDS,
  DecisionStatus: DECISION_STATUSES,
  DisputeOutcome: DISPUTE_OUTCOMES,
  DocumentRejection: DOCUMENT_REJECTIONS,
  DocumentState: DOCUMENT_STATES,
  DisputeOrder: DISPUTE_ORDERS,
  DisputeReason: DISPUTE_REASONS,
  DisputedData: DISPUTED_DATA,
  DisputeState: DISPUTE_STATES,
  Environment: ENVIRONMENTS,
  ExplanationCode: EXPLANATION_CODES,
  FurnishFaultCode: FURNISH_FAULT_CODES,
  IdentityConflictKind: IDENTITY_CONFLICT_KINDS,
  IdentityConflictStatus: IDENTITY_CONFLICT_STATUSES,
  IdentityVisibility: IDENTITY_VISIBILITIES,
  ListOrder: LIST_ORDERS,
  LogLevel: LOG_LEVELS,
  MembershipRole: MEMBERSHIP_ROLES,
  NameMatch: NAME_MATCHES,
  NoResultReason: NO_RESULT_REASONS,
  NoticeDeliveryState: NOTICE_DELIVERY_STATES,
  NoticeEndpointDisabler: NOTICE_ENDPOINT_DISABLERS,
  NoticeEndpointState: NOTICE_ENDPOINT_STATES,
  NoticeKind: NOTICE_KINDS,
  ParkedEventStatus: PARKED_EVENT_STATUSES,
  Permission: ALL_PERMISSIONS,
  QueryPurpose: PERMISSIBLE_PURPOSES,
  RecordUseOutcome: RECORD_USE_OUTCOMES,
  QueryIndexReaderKind: INDEX_READER_KINDS,
  QueryOutcome: QUERY_OUTCOMES,
  SimulatedOutcome: SIMULATED_OUTCOMES,
  SimulationState: SIMULATION_STATES,
  SimulationFailure: SIMULATION_FAILURES,
  SimulatedChange: SIMULATED_CHANGES,
  SimulatedFieldChange: SIMULATED_FIELD_CHANGES,
  SimulatedFieldCode: SIMULATED_FIELD_CODES,
  SimulatedSectionCode: SIMULATED_SECTION_CODES,
  NotSimulated: NOT_SIMULATED,
  ConsentRefusal: CONSENT_REFUSALS,
  SimulatedReason: SIMULATED_REASONS,
  PolicyChanges: POLICY_CHANGES,
  PolicyEffect: POLICY_EFFECTS,
  PolicyKind: POLICY_KINDS,
  QueryingPolicyDraftStatus: QUERYING_POLICY_DRAFT_STATUSES,
  QueryingPolicyStatus: QUERYING_POLICY_STATUSES,
  RecordEndReason: RECORD_END_REASONS,
  RecordsOfLeavers: RECORDS_OF_LEAVERS,
  RecordState: RECORD_STATES,
  ReplayCode: REPLAY_ANSWER_CODES,
  ProcessName: SERVICE_NAMES,
  SigningPurpose: SIGNING_PURPOSES,
  ServiceName: STATEFUL_SERVICE_NAMES,
  ServiceStatusName: SERVICE_STATUSES,
  SpanKind: SPAN_KINDS,
  SpanStatus: SPAN_STATUSES,
  SubjectType: CONSENT_KINDS,
  TokenBinding: TOKEN_BINDINGS,
  Verdict: VERDICTS,
  WebhookAlgorithm: WEBHOOK_ALGORITHMS,
  WebhookFailure: WEBHOOK_FAILURES,
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
