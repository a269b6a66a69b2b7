import { EXAMPLE_IDS } from '@ndx/contracts';
import type { WordTable } from './words.js';

const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const SECTION = 'business_identity_verification';

/** The audit log, evidence, replays and simulations of past queries. */
export const evidenceWords: WordTable = {
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
  'QueryEvidence.records': 'The records that the answer used; empty without a result.',
  certificate_sha256: [
    'SHA-256 of the certificate as it was returned, in hexadecimal; null without a certificate, and for governors.',
    HASH,
  ],
  audit_entries:
    'The entries about the query in the audit chain of each network; an entry follows its event within about a second.',
  'UsedRecord.model_name': [
    "The section of a certificate, or the data set of a template's values.",
    SECTION,
  ],
  'UsedRecord.record_id': ['The furnished record.', '0192d3c6-4b1e-7a52-9c3d-5e6f70819203'],
  'UsedRecord.furnishing_entity_id': ['The furnisher of the record.', EXAMPLE_IDS.furnisher],
  'UsedRecord.attestation_id': [
    'The active attestation of the furnisher at the time of the query; null without one.',
    EXAMPLE_IDS.attestation,
  ],
  'AuditEntry.chain': ['The network.', EXAMPLE_IDS.network],
  'AuditEntry.seq': ['The number of the entry in its chain, from 1.', 17],
  'AuditEntry.event_id': ['The event of the entry.', '0192d3c7-1a2b-7c3d-8e4f-506172839405'],
  'AuditEntry.type': ['The type of the event.', 'query.executed.v1'],
  'AuditEntry.data': [
    'The event as JSON text, byte for byte; null where the reader may not see all of it.',
    '{}',
  ],
  'AuditEntry.previous_hash': ['The hash of the entry before it; empty on the first one.', HASH],
  'AuditEntry.hash': [
    'HMAC-SHA256 over the entry and the hash before it, under a key of the operator.',
    HASH,
  ],
  'AuditEntry.is_intact':
    'Whether the hash matches the entry and the entry continues the one before it.',
  'AuditLogPath.service': ['The service that keeps the log.', 'policy'],
  'AuditEntriesQuery.type': [
    'Only entries of this type of event.',
    'policy.querying-policy-saved.v1',
  ],
  'AuditEntriesQuery.subject': [
    'Only entries about this resource, by its id. A membership is the network and the institution, joined by a slash.',
    EXAMPLE_IDS.policy,
  ],
  'AuditVerificationQuery.after': [
    'The entry after which the part begins; 0 for the beginning of the log.',
    0,
  ],
  'AuditLogEntry.seq': ['The number of the entry, from 1.', 17],
  'AuditLogEntry.event_id': ['The event of the entry.', '0192d3c7-1a2b-7c3d-8e4f-506172839405'],
  'AuditLogEntry.type': ['The type of the event.', 'policy.querying-policy-saved.v1'],
  'AuditLogEntry.subject': ['The resource that the event is about.', EXAMPLE_IDS.policy],
  'AuditLogEntry.hash': [
    'HMAC-SHA256 over the entry and the hash before it, under a key of the operator.',
    HASH,
  ],
  'AuditLogEntry.is_intact':
    'Whether the hash matches the entry and the entry continues the one before it.',
  'AuditLogPage.is_complete': ['Whether no older entry remains.', true],
  last_seq: ['The last entry of the log; 0 without one.', 17],
  verified_through: [
    'The entries after `after` up to this one are unaltered; the ones up to `after` are not verified again.',
    17,
  ],
  'AuditVerification.hash': ['The hash of that entry; empty before the first one.', HASH],
  'AuditVerification.is_complete': [
    'Whether the end of the log was reached and its signed head is of the last entry.',
    true,
  ],
  fault: 'The first altered or missing entry; null without one.',
  gaps: 'The losses of entries that the verified part records, for example after a restore of the database.',
  verified_at: ['The time of the verification.', '2026-01-15T09:30:00.000Z'],
  'AuditFault.seq': ['The number of the entry.', 17],
  'AuditFault.event_id': [
    'The event of the entry; null when the entry is missing.',
    EXAMPLE_IDS.event,
  ],
  'AuditFault.reason': ['Why the entry is not accepted.', 'it was removed'],
  'AuditGap.seq': ['The entry that records the loss.', 18],
  lost_through: ['The last lost entry.', 17],
  'QueryReplay.code': 'The result of the replay.',
  'QueryReplay.explanation': [
    'The result in a sentence for people, which may change.',
    'The answer assembled again is equal to the stored one, byte for byte.',
  ],
  difference: 'The first difference; null without one.',
  simulation: 'The answer under the policy of the request; null without a policy in the request.',
  'ReplayDifference.path': [
    'The members of the answer that lead to it, joined by points; null unless the caller governs every network of the query.',
    `result.${SECTION}.furnishing_entity_id`,
  ],
  'ReplayDifference.stored': [
    'The value in the stored answer; null where it has none, and for values that the caller may not read.',
    EXAMPLE_IDS.furnisher,
  ],
  'ReplayDifference.replayed': [
    'The value in the answer assembled again; null where it has none, and for values that the caller may not read.',
    EXAMPLE_IDS.querier,
  ],
  'QuerySimulation.policy_id': [
    'The policy of the request; null for selections in the request.',
    EXAMPLE_IDS.policy,
  ],
  'QuerySimulation.policy_version': ['Its version; null for selections in the request.', 2],
  recorded_outcome: 'The outcome of the query.',
  simulated_outcome: 'The outcome under the policy of the request.',
  'QuerySimulation.records': 'The considered records that no consent hides.',
  'SimulatedRecord.model_name': [
    "The section of a certificate, or the data set of a template's value.",
    SECTION,
  ],
  'SimulatedRecord.field_name': [
    'The field of a template; null for a section.',
    'business_entity_type',
  ],
  'SimulatedRecord.furnishing_entity_id': ['The furnisher of the record.', EXAMPLE_IDS.furnisher],
  'SimulatedRecord.explanation': [
    'The verdict under the policy of the request, in a sentence for people.',
    'The policy accepts records of at most 1 day, and the record was older.',
  ],
  recorded_code: 'The verdict at the time of the query.',
  simulated_code: 'The verdict under the policy of the request.',
};
