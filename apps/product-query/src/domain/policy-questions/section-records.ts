import { exampleOf, fieldsOf, knownValuesOf, type Field, type Model } from '@ndx/catalog';
import type { FieldSelection } from '@ndx/contracts';
import type { TestedRecord } from '../policy-test/policy-test.js';
import { fieldSelectionOf, selectionOf, type QueryingPolicy } from '../policy/querying-policy.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Values = Readonly<Record<string, unknown>>;

/** A record of one section, and whether its furnisher is attested. */
export interface SectionRecord {
  readonly record: TestedRecord;
  readonly isAttested: boolean;
}

export interface RecordChoices {
  readonly policy: QueryingPolicy;
  readonly model: Model;
  readonly sources: readonly string[];
  /** The time of the query, milliseconds since the epoch. */
  readonly at: number;
  /** A field that each record states. */
  readonly asked?: string | undefined;
  /** Each record was verified more than so many days before the query. */
  readonly olderThan?: number | undefined;
}

/** The records of a section that the rules of a policy distinguish. */
export function sectionRecords(choices: RecordChoices): SectionRecord[] {
  const values = valueChoices(choices);
  return choices.sources.flatMap((source) =>
    timeChoices({ ...choices, accepted: acceptedTimes(choices) }).flatMap(
      ({ performedAt, furnishedAt }) =>
        values.flatMap((stated) => {
          const time = new Date(performedAt).toISOString();
          const record = recordOf(choices.model, source, { ...stated }, time, furnishedAt);
          return [false, true].map((isAttested) => ({ record, isAttested }));
        }),
    ),
  );
}

export interface Times {
  readonly performedAt: number;
  readonly furnishedAt: number;
}

/** The times of a record that the limits of age, the accepted times and the question distinguish. */
export function timeChoices({
  policy,
  at,
  olderThan,
  accepted: acceptedTexts,
}: Pick<RecordChoices, 'policy' | 'at' | 'olderThan'> & {
  readonly accepted: readonly unknown[];
}): Times[] {
  const limits = policy.modelSelections.flatMap(({ max_age_days: days }) =>
    days === null ? [] : [days],
  );
  const bounds = [...limits, ...(olderThan === undefined ? [] : [olderThan])];
  const ages = bounds.flatMap((days) => [days * DAY_MS - HOUR_MS, days * DAY_MS + HOUR_MS]);
  const accepted = acceptedTexts.map((time) => Date.parse(String(time)));
  const youngest = at - (olderThan === undefined ? 0 : olderThan * DAY_MS + 1);
  // A limit can be longer than the time since 1970.
  const verified = ages.map((age) => at - Math.max(0, age)).filter((time) => time >= 0);
  const oldest = olderThan === undefined || at > olderThan * DAY_MS ? [0] : [];
  const times = [at, ...verified, ...oldest, ...accepted];
  return [...new Set(times)]
    .filter((performedAt) => performedAt <= youngest)
    .flatMap((performedAt) =>
      [...new Set([at, performedAt])].map((furnishedAt) => ({ performedAt, furnishedAt })),
    );
}

function acceptedTimes({ policy, model }: RecordChoices): readonly unknown[] {
  return ruleOf(policy, model, model.performedAt)?.accepted_values ?? [];
}

/**
 * The values that satisfy each rule, and each change of one field of them: rules are about one field
 * each, so a world that satisfies them all exists if each can be satisfied.
 */
function valueChoices({ policy, model, asked }: RecordChoices): Values[] {
  const fields = fieldsOf(model).filter(({ name }) => name !== model.performedAt);
  const isRuled = (rule: FieldSelection | undefined) =>
    rule !== undefined && (rule.is_required || rule.accepted_values !== null);
  const known = fields.map((field) => ({ field, rule: ruleOf(policy, model, field.name) }));
  const valueOf = ({ field, rule }: (typeof known)[number]) =>
    rule?.accepted_values?.[0] ?? exampleValue(field);
  const valuesOf = (chosen: typeof known) =>
    Object.fromEntries(chosen.map((one) => [one.field.name, valueOf(one)]));
  const needed = known.filter(({ field, rule }) => isRuled(rule) || field.name === asked);
  const base = valuesOf(needed);
  const changed = known.flatMap(({ field, rule }): Values[] => {
    const { name } = field;
    if (!(name in base)) return [{ ...base, ...valuesOf([{ field, rule }]) }];
    const without = valuesOf(needed.filter((one) => one.field.name !== name));
    const others = [...(rule?.accepted_values?.slice(1) ?? []), ...otherValues(field, rule)];
    return [
      ...(name === asked ? [] : [without]),
      ...others.map((value) => ({ ...base, [name]: value })),
    ];
  });
  return [base, ...changed, valuesOf(known)];
}

function otherValues(field: Field, rule: FieldSelection | undefined): unknown[] {
  const accepted: readonly unknown[] = rule?.accepted_values ?? [];
  if (accepted.length === 0) return [];
  const possible =
    field.type === 'boolean' ? [true, false] : [exampleOf(field), ...knownValuesOf(field)];
  const other = possible.find((value) => !accepted.includes(value));
  return other === undefined ? [] : [other];
}

function exampleValue(field: Field): unknown {
  return field.type === 'address' ? { city: 'Springfield' } : exampleOf(field);
}

function recordOf(
  { name, assertions, performedAt }: Model,
  furnishing_entity_id: string,
  stated: Values,
  time: string,
  furnishedAt: number,
): TestedRecord {
  const asserted = new Set(assertions.map((field) => field.name));
  const part = (isPart: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(stated).filter(([field]) => isPart(field)));
  return {
    furnishing_entity_id,
    furnished_at: new Date(furnishedAt).toISOString(),
    [name]: {
      assertions: { [performedAt]: time, ...part((field) => asserted.has(field)) },
      data: part((field) => !asserted.has(field)),
    },
  };
}

function ruleOf(policy: QueryingPolicy, { name }: Model, field: string) {
  return fieldSelectionOf(selectionOf(policy, name), field);
}
