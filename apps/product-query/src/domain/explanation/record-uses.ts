import type { Verdict } from '@ndx/contracts';
import { decidedValues, excludingRule } from './decided-values.js';
import {
  appliedRules,
  partRules,
  recordsOf,
  selectionIn,
  type AppliedRules,
  type RecordedQuery,
} from './explained-query.js';
import { RECORD_SENTENCES, VALUE_SENTENCES } from './sentences.js';

/** A furnisher's record that a query used, or that a policy excluded. */
export interface RecordUse {
  readonly recordId: string;
  readonly model: string;
  readonly verdict: Verdict;
  readonly field: string | null;
  readonly sentence: string;
  /** The policy that applied to it; null: the product's built-in default. */
  readonly policyId: string | null;
  readonly policyVersion: number | null;
}

/** The part of a query's decision that is visible to a furnisher of considered records. */
export interface RecordUses {
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

/** A considered record, or a value of one. */
interface Considered extends RecordUse {
  /** The rules of the query in its network. */
  readonly rules: AppliedRules;
  readonly furnishingEntityId: string;
  /** Whether consent hides the field that the verdict is about: it would disclose the consent. */
  readonly isFieldHidden: boolean;
}

/**
 * A furnisher's records in a network that a query used or that the policy excluded; undefined if
 * there are none. The list does not reveal consents, filters of the query or data of other
 * furnishers: it omits outranked records, and chosen records of a result that was not issued. It
 * also omits records that may deny an answer.
 */
export function recordUses(
  query: RecordedQuery,
  networkId: string,
  furnishingEntityId: string,
): RecordUses | undefined {
  const rules = appliedRules(query);
  const applied = rules.find((one) => one.networkId === networkId);
  if (!applied) return undefined;
  const isIssued = query.event.outcome === 'issued';
  const considered = [...consideredRecords(query, rules), ...consideredValues(query, rules)];
  const records = considered.filter((record) => {
    const { verdict, isFieldHidden } = record;
    const isOwn = record.rules === applied && record.furnishingEntityId === furnishingEntityId;
    const isUsed = verdict === 'chosen' && isIssued;
    return isOwn && (isUsed || (BY_POLICY.has(verdict) && !isFieldHidden));
  });
  const { policyId, policyVersion } = applied;
  return records.length > 0 ? { policyId, policyVersion, records } : undefined;
}

function consideredRecords({ decision }: RecordedQuery, rules: readonly AppliedRules[]) {
  return Object.keys(decision.models).flatMap((model) =>
    recordsOf(decision, rules, model).map((record): Considered => {
      const { rules: applied, furnishingEntityId, field, verdict } = record;
      const { policyId, policyVersion } = applied;
      const days = selectionIn(applied, model)?.max_age_days;
      return {
        ...record,
        model,
        field: field ?? null,
        sentence: RECORD_SENTENCES[verdict]({ field, days }),
        isFieldHidden:
          field !== undefined && !applied.accessTo(furnishingEntityId).allows(model, field),
        policyId,
        policyVersion,
      };
    }),
  );
}

function consideredValues(query: RecordedQuery, rules: readonly AppliedRules[]) {
  const parts = partRules(query);
  return decidedValues(query, rules).map((value): Considered => {
    const { applied = value.rules, ...about } = excludingRule(value, parts);
    const { policyId, policyVersion } = applied;
    return {
      ...value,
      model: value.dataset,
      field: value.furnished,
      sentence: VALUE_SENTENCES[value.verdict](about),
      // A value that consent hides has the verdict of the consent.
      isFieldHidden: false,
      policyId,
      policyVersion,
    };
  });
}
