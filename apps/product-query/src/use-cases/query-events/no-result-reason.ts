import { templateBySlug, kybCertificate } from '@ndx/catalog';
import { NO_RESULT_REASONS, type NoResultReason, type QueryEvent } from '@ndx/contracts';
import type { Decision } from '../../domain/decision/decision.js';
import { explainCertificate } from '../../domain/explanation/explain-certificate.js';
import { explainTemplate } from '../../domain/explanation/explain-template.js';
import { QUERIER } from '../../domain/explanation/explanation-reader.js';
import type { DatasetRules, NetworkRules } from '../../domain/policy/network-rules.js';
import { selectionsIn } from '../coverage/expected-query.js';

/**
 * Why a query has no result: the code of its explanation, which is the same for every reader who
 * sees the choice among all networks. Undefined with a result.
 */
export function noResultReason(
  event: QueryEvent,
  decision: Decision,
  rules: ReadonlyMap<string, DatasetRules | NetworkRules>,
): NoResultReason | undefined {
  if (event.outcome !== 'no_result') return undefined;
  const query = { event, decision, selectionsOf: selectionsIn(rules) };
  const template = templateBySlug(event.product_slug);
  const { code } = template
    ? explainTemplate(template, query, QUERIER)
    : explainCertificate(kybCertificate, { ...query, issued: undefined }, QUERIER);
  const reason = NO_RESULT_REASONS.find((one) => one === code);
  if (!reason) throw new Error(`${code} is no reason for a query without a result`);
  return reason;
}
