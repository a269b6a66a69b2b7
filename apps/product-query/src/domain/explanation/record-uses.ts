import { templateBySlug, type Template } from '@ndx/catalog';
import type { Verdict } from '@ndx/contracts';
import { compareText } from '../compare-text.js';
import {
  appliedRules,
  excludingRules,
  partRules,
  recordsOf,
  type AppliedRules,
  type RecordedQuery,
  type RecordVerdict,
} from './explained-query.js';
import { readsBehind } from './output-code.js';
import { RECORD_SENTENCES, TEMPLATE_SENTENCES } from './sentences.js';

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
  'disputed',
  'value_not_accepted',
  'required_field_missing',
]);

/** A considered record. */
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
 * furnishers: it omits outranked records, and chosen records of a result that was not issued.
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
  const records = consideredRecords(query, rules).filter((record) => {
    const { verdict, isFieldHidden } = record;
    const isOwn = record.rules === applied && record.furnishingEntityId === furnishingEntityId;
    const isUsed = verdict === 'chosen' && isIssued;
    return isOwn && (isUsed || (BY_POLICY.has(verdict) && !isFieldHidden));
  });
  const { policyId, policyVersion } = applied;
  return records.length > 0 ? { policyId, policyVersion, records } : undefined;
}

function consideredRecords(query: RecordedQuery, rules: readonly AppliedRules[]): Considered[] {
  const { decision } = query;
  const template = decision.template && templateBySlug(decision.template.slug);
  const parts = partRules(query);
  const sentences = template ? TEMPLATE_SENTENCES : RECORD_SENTENCES;
  // Records that consent hides influence the stored order.
  return Object.keys(decision.models)
    .sort(compareText)
    .flatMap((model) =>
      recordsOf(decision, rules, model).map((record): Considered => {
        const { field, verdict } = record;
        const governed = template?.slug ?? model;
        const { applied = record.rules, days, dataset } = excludingRules(record, governed, parts);
        return {
          ...record,
          model,
          field: field ?? null,
          sentence: sentences[verdict]({ field, days, dataset }),
          isFieldHidden: field !== undefined && isHidden(record, template ?? model, field, parts),
          policyId: applied.policyId,
          policyVersion: applied.policyVersion,
        };
      }),
    );
}

/** Whether consent hides a field of a section or an output of a template from the query. */
function isHidden(
  { rules, furnishingEntityId, excludedIn }: RecordVerdict,
  of: Template | string,
  field: string,
  parts: ReturnType<typeof partRules>,
): boolean {
  const allows = (applied: AppliedRules | undefined, model: string, name: string) =>
    applied?.accessTo(furnishingEntityId).allows(model, name) ?? false;
  if (typeof of === 'string') return !allows(rules, of, field);
  const partIn = (dataset: string) => parts.get(dataset)?.[rules.place];
  if (excludedIn !== undefined) return !allows(partIn(excludedIn), excludedIn, field);
  const output = of.outputs.find(({ name }) => name === field);
  const reads = output ? readsBehind(of, output) : [];
  return !(
    allows(rules, of.slug, field) &&
    reads.every(
      ({ dataset, field: read, governedBy }) =>
        allows(rules, of.slug, governedBy) &&
        (dataset === of.slug || allows(partIn(dataset), dataset, read)),
    )
  );
}
