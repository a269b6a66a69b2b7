import type { PermissiblePurpose, QueryEvent } from '@ndx/contracts';
import {
  appliedRules,
  requiresSection,
  type AppliedRules,
  type ExplainedQuery,
} from './explained-query.js';
import type { ExplanationReader } from './explanation-reader.js';
import { explainSection, type SectionExplanation } from './explain-section.js';
import { QUERY_SENTENCES } from './sentences.js';

export interface NetworkExplanation {
  readonly networkId: string;
  /** Null: the product's built-in default. */
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly consentId: string | null;
  readonly consentRevision: number | null;
}

export interface QueryExplanation {
  readonly code: keyof typeof QUERY_SENTENCES;
  readonly sentence: string;
  readonly purpose: PermissiblePurpose | null;
  readonly networks: readonly NetworkExplanation[];
  readonly sections: readonly SectionExplanation[];
}

/** Why a query of a product was answered as it was, as far as its reader may know. */
export function explainCertificate(
  query: ExplainedQuery,
  reader: ExplanationReader,
): QueryExplanation {
  const rules = appliedRules(query);
  const sections = query.product.models.map((model) => explainSection(query, rules, model, reader));
  const [code, section] = queryCode(query.event, rules, sections, reader);
  return {
    code,
    sentence: QUERY_SENTENCES[code]({ field: section }),
    purpose: reader.isWhole ? (query.event.permissible_purpose ?? null) : null,
    networks: rules
      .filter(({ networkId }) => reader.seesNetwork(networkId))
      .map(({ networkId, policyId, policyVersion, consent }) => ({
        networkId,
        policyId,
        policyVersion,
        consentId: reader.isWhole ? (consent?.id ?? null) : null,
        consentRevision: reader.isWhole ? (consent?.revision ?? null) : null,
      })),
    sections,
  };
}

/** Of a query that was answered before decisions were recorded. */
export function notRecorded(): QueryExplanation {
  const code = 'not_recorded';
  const sentence = QUERY_SENTENCES[code]({});
  return { code, sentence, purpose: null, networks: [], sections: [] };
}

function queryCode(
  { outcome }: QueryEvent,
  rules: readonly AppliedRules[],
  sections: readonly SectionExplanation[],
  { isWhole }: ExplanationReader,
): readonly [QueryExplanation['code'], string?] {
  if (outcome === 'issued') return ['issued'];
  if (!isWhole) return ['not_shown'];
  const missing = sections.find(
    ({ model, code }) => code !== 'result_not_issued' && requiresSection(rules, model),
  );
  return missing ? ['required_section_missing', missing.model] : ['no_eligible_record'];
}
