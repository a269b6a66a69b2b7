import { statedValue, type Output } from '@ndx/catalog';
import type { Judgement } from '../candidate.js';
import { byOrigin } from '../by-origin.js';
import { preferenceOf, requiredFields, selectionOf } from '../policy/querying-policy.js';
import { ranked, type Eligible } from '../ranking.js';
import {
  readRecords,
  statedNameMatch,
  type RecordReading,
  type TemplateInput,
} from './read-records.js';
import { isOpenFor } from './record-terms.js';

/** What one furnisher states in one network of a group: a record of each data set. */
export interface GroupRecords extends Eligible {
  readonly networkId: string;
  readonly furnishingEntityId: string;
  /** By data set. */
  readonly readings: ReadonlyMap<string, RecordReading>;
}

/** The records that an answer uses, by the name of the group. */
export type Choice = ReadonlyMap<string, GroupRecords>;

/**
 * Chooses for each group the records of one furnisher, with a verdict for each record (decision
 * 0022).
 */
export function chooseGroups(input: TemplateInput): {
  readonly choice: Choice;
  readonly judgements: readonly Judgement[];
} {
  const readings = readRecords(input);
  const choice = new Map<string, GroupRecords>();
  const judgements = readings.flatMap(({ known, excludedBy }): Judgement[] => {
    if (!excludedBy) return [];
    const { rule: verdict, field, dataset } = excludedBy;
    const excludedIn = dataset === input.template.slug ? undefined : dataset;
    return [{ candidate: known, verdict, field, excludedIn }];
  });
  const judge = (
    { readings: own }: GroupRecords,
    verdict: Judgement['verdict'],
    field?: string,
  ) => {
    for (const { known } of own.values()) {
      const nameDiffers = verdict === 'chosen' && statedNameMatch(input, known) === 'differs';
      judgements.push({ candidate: known, verdict, field, nameDiffers });
    }
  };
  for (const { name, outputs } of input.template.groups) {
    const eligible = recordsOf(input, readings, name).flatMap((records) => {
      const field = missingOutput(input, outputs, records);
      if (field === undefined) return [records];
      judge(records, 'required_field_missing', field);
      return [];
    });
    const { best, others } = ranked(eligible);
    if (!best) continue;
    choice.set(name, best);
    judge(best, 'chosen');
    for (const [other, verdict] of others) judge(other, verdict);
  }
  return { choice, judgements };
}

/** The readable records of a group, by network and furnisher. */
export function recordsOf(
  { template, rulesByNetwork }: TemplateInput,
  readings: readonly RecordReading[],
  group: string,
): GroupRecords[] {
  const own = readings.filter(({ part, excludedBy }) => part.group.name === group && !excludedBy);
  return byOrigin(own, ({ known }) => known).flatMap((records) => {
    const [first] = records;
    const network = first && rulesByNetwork.get(first.known.networkId);
    if (!network) return [];
    const { networkId, furnishingEntityId } = first.known;
    const selection = selectionOf(network.policy, template.slug);
    return [
      {
        networkId,
        furnishingEntityId,
        preference: preferenceOf(selection, furnishingEntityId),
        candidate: oldestOf(records),
        readings: new Map(records.map((reading) => [reading.part.dataset, reading])),
      },
    ];
  });
}

/** A group of several records is as recent as its oldest one. */
function oldestOf(records: readonly RecordReading[]): Eligible['candidate'] {
  const least = <T extends string | number>(values: readonly T[]) =>
    values.reduce((a, b) => (b < a ? b : a));
  return {
    performedAt: least(records.map(({ known }) => known.performedAt)),
    furnishedAt: least(records.map(({ known }) => known.furnishedAt)),
    recordId: least(records.map(({ known }) => known.recordId)),
  };
}

/** The kinds of outputs that a furnisher states itself. */
const OF_RECORDS: ReadonlySet<Output['source']['kind']> = new Set([
  'furnished',
  'derived',
  'legal-name',
]);

/** The first output of a group that the answer or the policy requires and the records do not state. */
function missingOutput(
  input: TemplateInput,
  outputs: readonly Output[],
  records: GroupRecords,
): string | undefined {
  const policy = input.rulesByNetwork.get(records.networkId)?.policy;
  const demanded = new Set(policy ? requiredFields(selectionOf(policy, input.template.slug)) : []);
  return outputs
    .filter(({ source: { kind } }) => OF_RECORDS.has(kind))
    .filter(({ name, required }) => required || demanded.has(name))
    .find((output) => !isStated(input, output, records))?.name;
}

function isStated(input: TemplateInput, output: Output, records: GroupRecords): boolean {
  const value =
    output.source.kind === 'legal-name'
      ? input.legalNameOf(records.networkId, records.furnishingEntityId)
      : statedValue(output, ({ dataset, field }) => valueIn(records, dataset, field));
  const isShown = output.source.kind === 'furnished' || isOpenFor(input, output, records);
  return isShown && (value ?? null) !== null;
}

/** The readable value of a field, as stored. */
export function valueIn({ readings }: GroupRecords, dataset: string, field: string): unknown {
  return readings.get(dataset)?.values[field] ?? null;
}
