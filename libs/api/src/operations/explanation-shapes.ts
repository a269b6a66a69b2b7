import { CONSENT_REFUSALS, EXPLANATION_CODES, PERMISSIBLE_PURPOSES } from '@ndx/contracts';
import * as wire from '../shapes/wire.js';

/** One of the stable codes; the sentence is for people, and may change. */
const CODE = { code: wire.oneOf(EXPLANATION_CODES), explanation: wire.text };

const TERMS = {
  /** Null: the product's built-in default. */
  policy_id: wire.nullable(wire.uuid),
  policy_version: wire.nullable(wire.integer),
  /** The consent that bound the query there, as it was at the time. */
  consent_id: wire.nullable(wire.uuid),
  consent_revision: wire.nullable(wire.integer),
};

const ORIGIN = {
  network_id: wire.uuid,
  furnishing_entity_id: wire.uuid,
};

const FURNISHED = { ...ORIGIN, attestation_id: wire.nullable(wire.uuid) };

const FieldExplanation = wire.record('FieldExplanation', {
  field_name: wire.text,
  /** Whether the answer or a policy requires it. */
  is_required: wire.flag,
  ...CODE,
  /** The origins of an issued field; several where it is about several groups of the answer. */
  sources: wire.listOf(wire.record('FieldSource', FURNISHED)),
});

/** A section of a product, or a group of a template's answer. */
const SectionExplanation = wire.record('SectionExplanation', {
  model_name: wire.text,
  ...CODE,
  name_differs: wire.flag,
  /** The origin of the section; null if it was not issued. */
  network_id: wire.nullable(wire.uuid),
  furnishing_entity_id: wire.nullable(wire.uuid),
  attestation_id: wire.nullable(wire.uuid),
  /** The records of an issued section: of a bundle one of each data set, of one furnisher. */
  used_records: wire.listOf(
    wire.record('SectionRecord', {
      record_id: wire.uuid,
      model_name: wire.text,
      ...FURNISHED,
      performed_at: wire.nullable(wire.timestamp),
    }),
  ),
  fields: wire.listOf(FieldExplanation),
  /** The rules of consent, query and policy that a record had to satisfy, whether or not one exists. */
  limits: wire.listOf(
    wire.record('SectionLimit', {
      network_id: wire.uuid,
      /** The section or template; of a bundle also a data set that it reads. */
      model_name: wire.text,
      field_name: wire.nullable(wire.text),
      ...CODE,
    }),
  ),
  /** The candidate records of which the reader may know. */
  records: wire.listOf(
    wire.record('RecordExplanation', {
      ...ORIGIN,
      field_name: wire.nullable(wire.text),
      ...CODE,
    }),
  ),
});

/** Why a query was answered as it was, or how it would be. */
export const EXPLAINED = {
  ...CODE,
  /** The purpose as the query named it. */
  permissible_purpose: wire.nullable(wire.oneOf(PERMISSIBLE_PURPOSES)),
  networks: wire.listOf(
    wire.record('NetworkExplanation', {
      network_id: wire.uuid,
      ...TERMS,
      /** For a bundle: the policy and consent of each data set that it reads, without the closed ones. */
      data_sets: wire.listOf(
        wire.record('DataSetExplanation', { model_name: wire.text, ...TERMS }),
      ),
    }),
  ),
  /** The networks of a template's query that consent closed: no value is of them. */
  omitted_networks: wire.listOf(
    wire.record('OmittedNetwork', {
      network_id: wire.uuid,
      reason: wire.oneOf(CONSENT_REFUSALS),
      explanation: wire.text,
    }),
  ),
  /** Of a query without a result: what would give one, by section or data set and network. */
  remedies: wire.listOf(
    wire.record('Remedy', {
      network_id: wire.uuid,
      model_name: wire.text,
      /** Null: any furnisher, or the reader may not read the policy. */
      furnishing_entity_ids: wire.nullable(wire.listOf(wire.uuid)),
      explanation: wire.text,
    }),
  ),
  sections: wire.listOf(SectionExplanation),
};
