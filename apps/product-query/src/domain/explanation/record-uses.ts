import type { QueryEvent, Verdict } from '@ndx/contracts';
import { appliedRules, recordsOf, type RecordedQuery } from './explained-query.js';
import { RECORD_SENTENCES } from './sentences.js';

/** A furnisher's record that a query used, or that the policy of its network excluded. */
export interface RecordUse {
  readonly recordId: string;
  readonly model: string;
  readonly verdict: Verdict;
  readonly field: string | null;
  readonly sentence: string;
}

/** The part of a query's decision that is visible to a furnisher of considered records. */
export interface RecordUses {
  readonly event: QueryEvent;
  readonly policyId: string | null;
  readonly policyVersion: number | null;
  readonly records: readonly RecordUse[];
}

/** The verdicts by which a policy excludes a record, independently of consent. */
const BY_POLICY: ReadonlySet<Verdict> = new Set([
  'not_enabled',
  'source_not_accepted',
  'attestation_missing',
  'too_old',
  'value_not_accepted',
  'required_field_missing',
]);

/**
 * A furnisher's records in a network that a query used or that the policy excluded; undefined if
 * there are none. The list does not reveal consents, filters of the query or data of other
 * furnishers: it omits outranked records, and chosen records of a result that was not issued.
 */
export function recordUses(
  query: RecordedQuery,
  networkId: string,
  furnishingEntityId: string,
): RecordUses | undefined {
  const { event, decision } = query;
  const rules = appliedRules(query);
  const applied = rules.find((one) => one.networkId === networkId);
  if (!applied) return undefined;
  const access = applied.accessTo(furnishingEntityId);
  const records = Object.keys(decision.models).flatMap((model) =>
    recordsOf(decision, rules, model).flatMap(({ rules: own, verdict, field, ...record }) => {
      const isUsed = verdict === 'chosen' && event.outcome === 'issued';
      // A field that the consent hides would disclose the consent.
      const isPolicys =
        BY_POLICY.has(verdict) && (field === undefined || access.allows(model, field));
      const isOwn = own === applied && record.furnishingEntityId === furnishingEntityId;
      if (!isOwn || (!isUsed && !isPolicys)) return [];
      const selection = applied.selections.find(({ model_name }) => model_name === model);
      const sentence = RECORD_SENTENCES[verdict]({ field, days: selection?.max_age_days });
      return [{ recordId: record.recordId, model, verdict, field: field ?? null, sentence }];
    }),
  );
  const { policyId, policyVersion } = applied;
  return records.length > 0 ? { event, policyId, policyVersion, records } : undefined;
}
