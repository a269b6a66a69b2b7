import type {
  AppliedTerms,
  FieldSource,
  QueryExplanation,
  SectionExplanation,
} from '../domain/explanation/explanation.js';
import { OMITTED_SENTENCES } from '../domain/explanation/sentences.js';
import type { RecordDispute } from '../storage/record-disputes.js';
import type { ExplainedAnswer } from '../use-cases/explanation/explain-query.js';

/** The explanation of a query as the contract shows it. */
export function toExplanation({
  event,
  explanation,
  clockOffsetSeconds,
  separations,
  recordEnds,
  recordDisputes,
  statements,
}: ExplainedAnswer) {
  return {
    query_event_id: event.query_event_id,
    product_id: event.product_id,
    product_slug: event.product_slug,
    outcome: event.outcome,
    occurred_at: event.occurred_at,
    clock_offset_seconds: clockOffsetSeconds,
    separations,
    record_ends: recordEnds,
    record_disputes: recordDisputes.map((dispute) => ({
      ...toDispute(dispute, event.occurred_at),
      statement: dispute.statement && {
        ...dispute.statement,
        statement_text: statements.get(dispute.dispute_id) ?? null,
      },
    })),
    ...toExplained(explanation),
  };
}

function toDispute(dispute: RecordDispute, answeredAt: string) {
  return {
    record_id: dispute.record_id,
    model_name: dispute.model_name,
    field_name: dispute.field_name,
    was_open: wasOpen(dispute, answeredAt),
    state: dispute.state,
    outcome: dispute.outcome,
    opened_at: dispute.opened_at,
    decided_at: dispute.decided_at,
  };
}

/** Whether the dispute was undecided when the query was answered. */
function wasOpen({ opened_at, decided_at }: RecordDispute, answeredAt: string): boolean {
  const time = Date.parse(answeredAt);
  return Date.parse(opened_at) <= time && (decided_at === null || time < Date.parse(decided_at));
}

/** The members that the explanation of a query shares with a check. */
export function toExplained(explanation: QueryExplanation) {
  const { code, sentence, purpose, networks, omitted, remedies, sections } = explanation;
  return {
    code,
    explanation: sentence,
    permissible_purpose: purpose,
    networks: networks.map((network) => ({
      network_id: network.networkId,
      ...toTerms(network),
      data_sets: network.datasets.map((terms) => ({
        model_name: terms.dataset,
        ...toTerms(terms),
      })),
    })),
    omitted_networks: omitted.map(({ networkId, reason }) => ({
      network_id: networkId,
      reason,
      explanation: OMITTED_SENTENCES[reason],
    })),
    remedies: remedies.map((remedy) => ({
      network_id: remedy.networkId,
      model_name: remedy.model,
      furnishing_entity_ids: remedy.furnishingEntityIds,
      explanation: remedy.sentence,
    })),
    sections: sections.map(toSection),
  };
}

/** The policy and the consent that applied. */
export function toTerms({ policyId, policyVersion, consentId, consentRevision }: AppliedTerms) {
  return {
    policy_id: policyId,
    policy_version: policyVersion,
    consent_id: consentId,
    consent_revision: consentRevision,
  };
}

function toSection(section: SectionExplanation) {
  const [origin] = section.used;
  return {
    model_name: section.model,
    code: section.code,
    explanation: section.sentence,
    name_differs: section.nameDiffers,
    ...(origin ? toOrigin(origin) : NO_ORIGIN),
    used_records: section.used.map((record) => ({
      record_id: record.recordId,
      model_name: record.model,
      ...toOrigin(record),
      performed_at: record.performedAt,
    })),
    fields: section.fields.map((field) => ({
      field_name: field.field,
      is_required: field.isRequired,
      code: field.code,
      explanation: field.sentence,
      sources: field.sources.map(toOrigin),
    })),
    limits: section.limits.map((limit) => ({
      network_id: limit.networkId,
      model_name: limit.model,
      field_name: limit.field,
      code: limit.code,
      explanation: limit.sentence,
    })),
    records: section.records.map((record) => ({
      network_id: record.networkId,
      furnishing_entity_id: record.furnishingEntityId,
      field_name: record.field,
      code: record.code,
      explanation: record.sentence,
    })),
  };
}

const NO_ORIGIN = { network_id: null, furnishing_entity_id: null, attestation_id: null };

function toOrigin({ networkId, furnishingEntityId, attestationId }: FieldSource) {
  return {
    network_id: networkId,
    furnishing_entity_id: furnishingEntityId,
    attestation_id: attestationId,
  };
}
