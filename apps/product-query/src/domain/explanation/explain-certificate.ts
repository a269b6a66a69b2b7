import type { Product } from '@ndx/catalog';
import { appliedRules, type AppliedRules } from './explained-query.js';
import { termsOf, type QueryExplanation, type SectionExplanation } from './explanation.js';
import type { ExplanationReader } from './explanation-reader.js';
import { explainSection, type ExplainedQuery } from './explain-section.js';
import { noCertificate } from './no-result.js';
import { QUERY_SENTENCES } from './sentences.js';

/** Why a query of a product was answered as it was, as far as its reader may know. */
export function explainCertificate(
  product: Product,
  query: ExplainedQuery,
  reader: ExplanationReader,
): QueryExplanation {
  const { event, isCheck } = query;
  const rules = appliedRules(query);
  const sections = product.models.map((model) => explainSection(query, rules, model, reader));
  const [code, section] = queryCode(query, rules, sections, reader);
  return {
    code,
    sentence: QUERY_SENTENCES[code]({ field: section, isCheck }),
    purpose: reader.isWhole ? event.permissible_purpose : null,
    networks: rules
      .filter(({ networkId }) => reader.seesNetwork(networkId))
      .map((applied) => ({
        networkId: applied.networkId,
        ...termsOf(applied, reader.isWhole),
        datasets: [],
      })),
    // A query of a product reads every network, or is refused.
    omitted: [],
    sections,
  };
}

function queryCode(
  { event }: ExplainedQuery,
  rules: readonly AppliedRules[],
  sections: readonly SectionExplanation[],
  { isWhole }: ExplanationReader,
): readonly [QueryExplanation['code'], string?] {
  if (event.outcome === 'issued') return ['issued'];
  if (!isWhole) return ['not_shown'];
  const lacking = sections.filter(({ code }) => code !== 'result_not_issued');
  return noCertificate(
    rules,
    lacking.map(({ model }) => model),
  );
}
