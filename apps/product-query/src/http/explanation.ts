import type { SectionExplanation } from '../domain/explanation/explain-section.js';
import type { ExplainedAnswer } from '../use-cases/explain-query.js';

/** The explanation of a query as the contract shows it. */
export function toExplanation({ event, explanation }: ExplainedAnswer) {
  const { code, sentence, purpose, networks, sections } = explanation;
  return {
    query_event_id: event.query_event_id,
    product_id: event.product_id,
    product_slug: event.product_slug,
    outcome: event.outcome,
    occurred_at: event.occurred_at,
    code,
    explanation: sentence,
    permissible_purpose: purpose,
    networks: networks.map((network) => ({
      network_id: network.networkId,
      policy_id: network.policyId,
      policy_version: network.policyVersion,
      consent_id: network.consentId,
      consent_revision: network.consentRevision,
    })),
    sections: sections.map(toSection),
  };
}

function toSection(section: SectionExplanation) {
  return {
    model_name: section.model,
    code: section.code,
    explanation: section.sentence,
    network_id: section.networkId,
    furnishing_entity_id: section.furnishingEntityId,
    attestation_id: section.attestationId,
    fields: section.fields.map(({ field, code, sentence }) => ({
      field_name: field,
      code,
      explanation: sentence,
    })),
    limits: section.limits.map((limit) => ({
      network_id: limit.networkId,
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
