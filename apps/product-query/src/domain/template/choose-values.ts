import type { Verdict } from '@ndx/contracts';
import { byCriteria, rankingOf, type Criterion } from '../ranking.js';
import { keyOf, type TemplateValue } from './template-value.js';
import { readValues, type VisibleInput, type VisibleValue } from './visible-values.js';

/** One value for each furnished field, by `keyOf`. */
export type Choice = ReadonlyMap<string, TemplateValue>;

/** A value that a query read, and why it is or is not in the answer. */
export interface ValueJudgement {
  readonly value: TemplateValue;
  readonly verdict: Verdict;
  /** The data set whose consent or policy excludes it: the template or, for a bundle, a part. */
  readonly excludedIn?: string;
}

/**
 * Chooses a visible value for each field, with a verdict for each value. The order is total, so the
 * same values always give the same answer: preferred source, latest furnished, lowest record id
 * (design 9).
 */
export function judgeValues(input: VisibleInput): {
  readonly choice: Choice;
  readonly judgements: readonly ValueJudgement[];
} {
  const readings = readValues(input);
  const choice = chooseValues(
    readings.flatMap(({ value, excludedBy }) => (excludedBy ? [] : [value])),
  );
  const judgements = readings.map(({ value, excludedBy }): ValueJudgement => {
    if (excludedBy) return { value, verdict: excludedBy.rule, excludedIn: excludedBy.dataset };
    const chosen = choice.get(keyOf(value)) ?? value;
    return { value, verdict: chosen === value ? 'chosen' : rankingOf(ORDER, chosen, value) };
  });
  return { choice, judgements };
}

/** The best visible value of each field. */
export function chooseValues(visible: readonly VisibleValue[]): ReadonlyMap<string, VisibleValue> {
  const chosen = new Map<string, VisibleValue>();
  for (const value of visible) {
    const best = chosen.get(keyOf(value));
    if (!best || byPreference(value, best) < 0) chosen.set(keyOf(value), value);
  }
  return chosen;
}

const byRecord: readonly Criterion<TemplateValue>[] = [
  ['outranked_by_furnishing_time', (a, b) => b.furnishedAt - a.furnishedAt],
  ['outranked_by_record_id', (a, b) => (a.recordId < b.recordId ? -1 : 1)],
];

const ORDER: readonly Criterion<VisibleValue>[] = [
  ['outranked_by_source_order', (a, b) => a.preference - b.preference],
  ...byRecord,
];

const byPreference = byCriteria(ORDER);

/** Latest furnished first; of two furnished at once, lowest record id first. */
export const byNewest = byCriteria(byRecord);
