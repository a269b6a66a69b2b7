import type { PermissiblePurpose } from '@ndx/contracts';
import type { OmittedNetwork } from '../policy/network-rules.js';
import type { AppliedRules } from './explained-query.js';
import type { Limit } from './section-limits.js';
import type { Remedy } from './section-remedy.js';
import {
  PART_SENTENCES,
  QUERY_SENTENCES,
  type PartCode,
  type QueryCode,
  type RECORD_SENTENCES,
} from './sentences.js';

/** Why a query was answered as it was, as far as its reader may know. */
export interface QueryExplanation {
  readonly code: QueryCode;
  readonly sentence: string;
  readonly purpose: PermissiblePurpose | null;
  readonly networks: readonly NetworkExplanation[];
  /** The networks that the query left out. */
  readonly omitted: readonly OmittedNetwork[];
  /** Of a query without a result: what would give one, by section or data set and network. */
  readonly remedies: readonly Remedy[];
  readonly sections: readonly SectionExplanation[];
}

export interface AppliedTerms {
  /** Null: the product's built-in default. */
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly consentId: string | null;
  readonly consentRevision: number | null;
}

export interface NetworkExplanation extends AppliedTerms {
  readonly networkId: string;
  /** What applied to the data sets that a bundle reads, without the closed ones. */
  readonly datasets: readonly (AppliedTerms & { readonly dataset: string })[];
}

/** A section of a product, or a group of a template's answer. */
export interface SectionExplanation {
  readonly model: string;
  readonly code: PartCode;
  readonly sentence: string;
  /** Whether its record names the business otherwise than the consent. */
  readonly nameDiffers: boolean;
  /** The records of an issued section; all are of one furnisher. */
  readonly used: readonly SectionRecord[];
  readonly fields: readonly FieldExplanation[];
  /** The rules that a record had to satisfy. */
  readonly limits: readonly Limit[];
  readonly records: readonly RecordExplanation[];
}

export interface FieldExplanation {
  readonly field: string;
  /** Whether the answer or a policy requires it. */
  readonly isRequired: boolean;
  readonly code: PartCode;
  readonly sentence: string;
  /** The origins of an issued value; several where it is about several groups. */
  readonly sources: readonly FieldSource[];
}

export interface FieldSource {
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly attestationId: string | null;
}

/** A record of an issued section. */
export interface SectionRecord extends FieldSource {
  readonly recordId: string;
  /** The section or, of a template, the data set or the group that it declares. */
  readonly model: string;
  /** ISO 8601; without a readable time of verification null, or the time of furnishing for a template. */
  readonly performedAt: string | null;
}

export interface RecordExplanation {
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly code: keyof typeof RECORD_SENTENCES;
  readonly field: string | null;
  readonly sentence: string;
}

/** The explanation of a query without a recorded decision. */
export function notRecorded(): QueryExplanation {
  const code = 'not_recorded';
  const sentence = QUERY_SENTENCES[code]({});
  return { code, sentence, purpose: null, networks: [], omitted: [], remedies: [], sections: [] };
}

/** The terms of a network or a data set, with the consent only where the reader may see it. */
export function termsOf(
  { policyId, policyVersion, consent }: AppliedRules,
  isWhole: boolean,
): AppliedTerms {
  return {
    policyId,
    policyVersion,
    consentId: isWhole ? (consent?.id ?? null) : null,
    consentRevision: isWhole ? (consent?.revision ?? null) : null,
  };
}

/** A field with its code. */
export function fieldWith(
  field: Pick<FieldExplanation, 'field' | 'isRequired' | 'code'>,
  isCheck: boolean | undefined,
  sources: readonly FieldSource[] = [],
): FieldExplanation {
  return { ...field, sentence: PART_SENTENCES[field.code]({ isCheck }), sources };
}
