import { EXAMPLE_IDS, DECISION_STATUSES, POLICY_EFFECTS } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { AuditEntry, EXAMPLE_HASH } from './audit-entry.js';
import { EXAMPLE_MODEL } from './policy-shapes.js';
import { SummarySimulation } from './comparison-shape.js';
import { QueryEventPath } from './query-event-path.js';
import { QueryEventRecord } from './query-event-record.js';
import { RECORD_ENDS_WORDS, RecordEnd } from './record-end-shape.js';

/** The policy and the consent as they were at the time, and how the version of the policy was published. */
const APPLIED = {
  /** Null: the product's built-in default. */
  policy_id: wire.nullable(wire.uuid),
  policy_version: wire.nullable(wire.integer),
  consent_id: wire.nullable(wire.uuid),
  consent_revision: wire.nullable(wire.integer),
  policy_approval: wire.nullable(
    wire.record('VersionApproval', {
      /** Null for readers that do not govern the network. */
      account_id: wire.nullable(wire.uuid),
      entity_id: wire.uuid,
      approved_at: wire.timestamp,
      effect: wire.oneOf(POLICY_EFFECTS),
      /** Digests in hexadecimal, in the canonical form of RFC 8785. */
      /** Null for readers that do not govern the network. */
      figures: wire.nullable(
        wire.record('SummaryFigures', {
          simulation: wire.nullable(SummarySimulation),
          tests_passed: wire.integer,
          tests_failed: wire.integer,
        }),
      ),
      draft_digest: wire.text,
      summary_digest: wire.text,
    }),
  ),
  policy_break_glass: wire.nullable(
    wire.record('VersionBreakGlass', {
      /** Null for readers that do not govern the network. */
      account_id: wire.nullable(wire.uuid),
      entity_id: wire.uuid,
      published_at: wire.timestamp,
      /** Null for readers that do not govern the network. */
      reason: wire.nullable(wire.text),
      draft_digest: wire.text,
    }),
  ),
};

const BREAK_GLASS_WORDS =
  "The publication of the policy's version without the approval that the network required, or although tests failed; null where none is recorded.";

const QueryEvidence = wire.record('QueryEvidence', {
  query_event: QueryEventRecord,
  /** `not_recorded`: the query was answered before decisions were recorded. */
  decision: wire.oneOf(DECISION_STATUSES),
  networks: wire.listOf(
    wire.record('EvidenceNetwork', {
      network_id: wire.uuid,
      ...APPLIED,
      /** Of a bundle, without the closed ones. */
      data_sets: wire.listOf(wire.record('EvidenceDataSet', { model_name: wire.text, ...APPLIED })),
    }),
  ),
  /** The records that the answer used; empty without a result. */
  records: wire.listOf(
    wire.record('UsedRecord', {
      record_id: wire.uuid,
      /** The section of a certificate; of a template the data set, or the group that it declares. */
      model_name: wire.text,
      network_id: wire.uuid,
      furnishing_entity_id: wire.uuid,
      attestation_id: wire.nullable(wire.uuid),
    }),
  ),
  record_ends: wire.listOf(RecordEnd),
  /** SHA-256 of the certificate as it was returned, in hexadecimal; null without a certificate, and for governors. */
  certificate_sha256: wire.nullable(wire.text),
  /**
   * Entries of the audit log of each network. An entry follows its event within about a second.
   */
  audit_entries: wire.listOf(AuditEntry),
});

export const readEvidence = declareOperation({
  id: 'readEvidence',
  method: 'GET',
  path: '/v1/query-events/{query_event_id}/evidence',
  service: 'product-query',
  permission: 'billing:read',
  summary:
    'Read the evidence of a query: its event, the records that it used, and its audit entries',
  description:
    'For the querying institution and for governors of the networks of the query. A governor of only some of them sees the reduced event, no records, and the audit entries of its networks without their data.',
  request: { path: QueryEventPath },
  answer: QueryEvidence,
  refusals: ['not_found'],
  words: {
    query_event: 'The query event, limited to the members visible to the reader.',
    decision: 'Whether the decision on the query was recorded.',
    'QueryEvidence.networks': 'Each network with the policy and the consent that applied there.',
    'EvidenceNetwork.policy_id': [
      "The policy that applied; null for the product's built-in default.",
      EXAMPLE_IDS.policy,
    ],
    'EvidenceNetwork.consent_id': [
      'The consent that applied there; null without one.',
      EXAMPLE_IDS.consent,
    ],
    'EvidenceNetwork.policy_approval':
      "The approval of the draft that the policy's version was; null where none is recorded.",
    'EvidenceNetwork.policy_break_glass': BREAK_GLASS_WORDS,
    'EvidenceDataSet.model_name': ['The slug of the data set.', 'consumer_credit_health_snapshot'],
    'EvidenceDataSet.policy_id': [
      "The policy that applied; null for the template's built-in default.",
      EXAMPLE_IDS.policy,
    ],
    'EvidenceDataSet.consent_id': [
      'The consent that applied to it; null without one, or if the consent of the bundle applied.',
      EXAMPLE_IDS.consent,
    ],
    'EvidenceDataSet.policy_approval':
      "The approval of the draft that the policy's version was; null where none is recorded.",
    'EvidenceDataSet.policy_break_glass': BREAK_GLASS_WORDS,
    'VersionBreakGlass.account_id': [
      'The account that published; null for readers that do not govern the network.',
      EXAMPLE_IDS.account,
    ],
    'VersionBreakGlass.entity_id': ['The institution of the account.', EXAMPLE_IDS.operator],
    'VersionBreakGlass.published_at': ['The time of the publication.', '2026-01-15T09:45:00.000Z'],
    'VersionBreakGlass.reason': [
      'The reason that the account stated; null for readers that do not govern the network.',
      'answers release data of the wrong subjects',
    ],
    'VersionBreakGlass.draft_digest': ['SHA-256 of the published draft.', EXAMPLE_HASH],
    'VersionApproval.account_id': [
      'The account that approved; null for readers that do not govern the network.',
      EXAMPLE_IDS.account,
    ],
    'VersionApproval.entity_id': ['The institution of the account.', EXAMPLE_IDS.operator],
    'VersionApproval.effect': 'What the change does to answers, as the account approved it.',
    'VersionApproval.draft_digest': ['SHA-256 of the approved draft.', EXAMPLE_HASH],
    'VersionApproval.figures':
      'What the approved summary counted; null for readers that do not govern the network.',
    'SummaryFigures.simulation':
      'The simulation in the summary, as product-query counted it; null: the summary had none.',
    'SummaryFigures.tests_passed': ['The tests in the summary that passed.', 3],
    'SummaryFigures.tests_failed': ['The tests in the summary that failed.', 0],
    'VersionApproval.summary_digest': ['SHA-256 of the approved summary.', EXAMPLE_HASH],
    'QueryEvidence.records': 'The records that the answer used; empty without a result.',
    'QueryEvidence.record_ends': RECORD_ENDS_WORDS,
    certificate_sha256: [
      'SHA-256 of the certificate as it was returned, in hexadecimal; null without a certificate, and for governors.',
      EXAMPLE_HASH,
    ],
    'UsedRecord.model_name': [
      'The section of a certificate; of a template the data set, or the group that it declares.',
      EXAMPLE_MODEL,
    ],
    'UsedRecord.record_id': ['The furnished record.', '0192d3c6-4b1e-7a52-9c3d-5e6f70819203'],
    'UsedRecord.furnishing_entity_id': ['The furnisher of the record.', EXAMPLE_IDS.furnisher],
    'UsedRecord.attestation_id': [
      'The active attestation of the furnisher at the time of the query; null without one.',
      EXAMPLE_IDS.attestation,
    ],
  },
});
