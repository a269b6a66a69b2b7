import { furnishedFor, isObject, type Template } from '@ndx/catalog';
import {
  runPolicyTestUnder,
  type ExpectedOutcome,
  type FoundOutcome,
  type PolicyTest,
  type TestedRecord,
  type TestedRules,
} from '@ndx/product-query/policy-test';
import { isDeepStrictEqual } from 'node:util';
import { movedTime } from './played-facts.js';

type Values = Readonly<Record<string, unknown>>;

/** The data set of a record of a template, and its values. */
export function datasetIn(template: Template, record: TestedRecord): [Template, Values] {
  for (const dataset of furnishedFor(template)) {
    const values = record[dataset.slug];
    if (isObject(values)) return [dataset, values];
  }
  throw new Error(`a record has no data of ${template.slug}`);
}

/** The values of a data set with its times moved. */
export function movedData({ furnish }: Template, values: Values, ms: number): Values {
  return moved(furnish?.data ?? [], values, ms);
}

/** The outputs of groups with their times moved, in UTC. */
export function movedGroups<G extends { readonly outputs?: Values }>(
  { outputs: all }: Template,
  groups: Readonly<Record<string, G | null>>,
  ms: number,
): Readonly<Record<string, G | null>> {
  const each = Object.entries(groups).map(([name, group]): [string, G | null] => [
    name,
    group?.outputs ? { ...group, outputs: moved(all, group.outputs, ms) } : group,
  ]);
  return Object.fromEntries(each);
}

function moved(
  fields: readonly { readonly name: string; readonly type: string }[],
  values: Values,
  ms: number,
): Values {
  const times = new Set(fields.filter(({ type }) => type === 'date-time').map(({ name }) => name));
  const each = Object.entries(values).map(([name, value]) => [
    name,
    times.has(name) && typeof value === 'string' ? movedTime(value, ms) : value,
  ]);
  return Object.fromEntries(each) as Values;
}

/** Whether tests of a template have the same outcome, sources and stated values; times are moved. */
export function sameTemplateAnswer(
  template: Template,
  test: PolicyTest,
  rules: TestedRules,
): (other: PolicyTest) => boolean {
  const answerTo = (one: PolicyTest) =>
    untimed(template, test.expected, runPolicyTestUnder(one, rules).found);
  const answer = answerTo(test);
  return (other) => isDeepStrictEqual(answerTo(other), answer);
}

function untimed(
  { outputs: all }: Template,
  { groups: expected = {} }: ExpectedOutcome,
  { outcome, reasons, groups = {} }: FoundOutcome,
) {
  const timed = new Set(all.filter(({ type }) => type === 'date-time').map(({ name }) => name));
  const sources = Object.entries(groups).map(([name, group]) => {
    const stated = Object.keys(expected[name]?.outputs ?? {}).filter((each) => !timed.has(each));
    const values = stated.map((each) => group?.outputs[each] ?? null);
    return [name, group?.furnishing_entity_id ?? null, values];
  });
  return { outcome, reasons, sources };
}
