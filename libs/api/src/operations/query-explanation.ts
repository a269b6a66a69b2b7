import { EXPLANATION_CODES, PERMISSIBLE_PURPOSES } from '@ndx/contracts';
import { declareOperation } from '../operation/operation.js';
import * as wire from '../shapes/wire.js';
import { QueryEventPath } from './query-event-path.js';

/** One of the stable codes; the sentence is for people, and may change. */
const CODE = { code: wire.oneOf(EXPLANATION_CODES), explanation: wire.text };

const QueryExplanation = wire.record('QueryExplanation', {
  query_event_id: wire.uuid,
  product_id: wire.uuid,
  product_slug: wire.text,
  outcome: wire.oneOf(['issued', 'no_result']),
  occurred_at: wire.timestamp,
  ...CODE,
  /** As the query named it. */
  permissible_purpose: wire.nullable(wire.oneOf(PERMISSIBLE_PURPOSES)),
  networks: wire.listOf(
    wire.record('NetworkExplanation', {
      network_id: wire.uuid,
      /** Null: the product's built-in default. */
      policy_id: wire.nullable(wire.uuid),
      policy_version: wire.nullable(wire.integer),
      /** The consent that bound the query there, as it was at the time. */
      consent_id: wire.nullable(wire.uuid),
      consent_revision: wire.nullable(wire.integer),
    }),
  ),
  sections: wire.listOf(
    wire.record('SectionExplanation', {
      model_name: wire.text,
      ...CODE,
      /** Where the section is from; null where it was not issued. */
      network_id: wire.nullable(wire.uuid),
      furnishing_entity_id: wire.nullable(wire.uuid),
      attestation_id: wire.nullable(wire.uuid),
      fields: wire.listOf(wire.record('FieldExplanation', { field_name: wire.text, ...CODE })),
      /** The rules of consent, query and policy that a record had to satisfy, whether or not one exists. */
      limits: wire.listOf(
        wire.record('SectionLimit', {
          network_id: wire.uuid,
          field_name: wire.nullable(wire.text),
          ...CODE,
        }),
      ),
      /** The candidate records of which the reader may know. */
      records: wire.listOf(
        wire.record('RecordExplanation', {
          network_id: wire.uuid,
          furnishing_entity_id: wire.uuid,
          field_name: wire.nullable(wire.text),
          ...CODE,
        }),
      ),
    }),
  ),
});

export const explainQuery = declareOperation({
  id: 'explainQuery',
  method: 'GET',
  path: '/v1/query-events/{query_event_id}/explanation',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Explain why a query was answered as it was',
  description:
    'Returns the policy and the consent that applied in each network. For each section and field, it returns whether it was issued, from which furnisher, or why not. The querying institution sees records that it may read; a governor also sees the records that its policy excluded.',
  request: { path: QueryEventPath },
  answer: QueryExplanation,
  refusals: { RESOURCE_NOT_FOUND: 'query event not found' },
});
