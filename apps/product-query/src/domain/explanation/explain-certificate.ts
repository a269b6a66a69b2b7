import type { Product } from '@ndx/catalog';
import { requiresModel } from '../policy/querying-policy.js';
import { appliedRules, type AppliedRules } from './explained-query.js';
import { termsOf, type QueryExplanation, type SectionExplanation } from './explanation.js';
import type { ExplanationReader } from './explanation-reader.js';
import { explainSection, type ExplainedQuery } from './explain-section.js';
import { noCertificate } from './no-result.js';
import { remedyOf, type Remedy } from './section-remedy.js';
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
    // A query reads the code alone.
    get remedies() {
      return remediesOf(product, query, sections, reader);
    },
    sections,
  };
}

/** What would give a result: a record of each required section that lacks one, or of any section. */
function remediesOf(
  { models }: Product,
  query: ExplainedQuery,
  sections: readonly SectionExplanation[],
  { isWhole, readsPolicy }: ExplanationReader,
): Remedy[] {
  if (!isWhole || query.event.outcome === 'issued') return [];
  const rules = appliedRules(query);
  const chosen = new Set(
    sections.flatMap(({ model, code }) => (code === 'result_not_issued' ? [model] : [])),
  );
  const lacking = models.filter(({ name }) => !chosen.has(name));
  const required = lacking.filter(({ name }) =>
    rules.some(({ selections }) => requiresModel(selections, name)),
  );
  return (required.length > 0 ? required : lacking).flatMap((model) =>
    rules.map((applied) =>
      remedyOf(applied, model, {
        requested: query.decision.requested,
        showsPolicy: readsPolicy(applied.networkId),
        others: required.filter((one) => one !== model).map(({ name }) => name),
      }),
    ),
  );
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
