import { modelsOf, readsOf, templateBySlug, type Template } from '@ndx/catalog';
import type { DecidedTemplate, DecidedValues } from '../decision/decided-template.js';
import { keyOf } from '../template/template-value.js';
import {
  byOrigin,
  selectionIn,
  type AppliedRules,
  type partRules,
  type RecordedQuery,
  type RecordVerdict,
} from './explained-query.js';
import { compareText } from '../compare-text.js';

/** The fields of an answer that consents and policies name. */
export function namedFields(template: Template): readonly string[] {
  return modelsOf(template).flatMap(({ fields }) => fields);
}

/** A furnished value of a decision: a candidate for a field of a template's answer. */
export interface ValueVerdict extends RecordVerdict {
  readonly dataset: string;
  /** The name under which it was furnished. */
  readonly furnished: string;
  /** The field of the answer by whose name it is governed. */
  readonly field: string;
  /** The template, or the data set of a bundle, whose rule excludes it if one does. */
  readonly excludedIn: string;
}

/** The values of a template's decision, in an order that the stored one does not influence. */
export function decidedValues(
  { decision }: RecordedQuery,
  rules: readonly AppliedRules[],
): readonly ValueVerdict[] {
  const { ids, template: decided } = decision;
  const template = decided && templateBySlug(decided.slug);
  if (!template) return [];
  const outputs = new Map(readsOf(template).map((read) => [keyOf(read), read.governedBy]));
  const idAt = (place: number) => ids[place] ?? '';
  const resolve = (dataset: string, values: DecidedValues): ValueVerdict[] => {
    const [network, furnisher, record, attestation, verdict, fields, excludedIn] = values;
    const applied = rules[network];
    if (!applied) return [];
    return namesAt(decided, fields).map((furnished) => ({
      rules: applied,
      furnishingEntityId: idAt(furnisher),
      recordId: idAt(record),
      otherRecordId: null,
      attestationId: attestation === null ? null : idAt(attestation),
      verdict,
      dataset,
      furnished,
      field: outputs.get(keyOf({ dataset, field: furnished })) ?? furnished,
      excludedIn: excludedIn ?? template.slug,
    }));
  };
  return Object.entries(decided.values)
    .flatMap(([dataset, records]) => records.flatMap((values) => resolve(dataset, values)))
    .sort((a, b) => byOrigin(a, b) || compareText(keyIn(a), keyIn(b)));
}

/** The excluding rule of a value as a sentence names it, and the rules to which it belongs. */
export function excludingRule(
  { rules, dataset, excludedIn }: ValueVerdict,
  parts: ReturnType<typeof partRules>,
) {
  const isOfPart = dataset === excludedIn && parts.has(dataset);
  const applied = isOfPart ? parts.get(dataset)?.[rules.place] : rules;
  const days = applied && selectionIn(applied, excludedIn)?.max_age_days;
  return { applied, days, dataset: isOfPart ? dataset : undefined };
}

/** The map key of the furnished field. */
export const keyIn = ({ dataset, furnished }: Pick<ValueVerdict, 'dataset' | 'furnished'>) =>
  keyOf({ dataset, field: furnished });

/** The names of outputs without a value; undefined where no value was chosen. */
export function absentOutputs(decided: DecidedTemplate): ReadonlySet<string> | undefined {
  return decided.absent && new Set(namesAt(decided, decided.absent));
}

function namesAt({ fields }: DecidedTemplate, places: readonly number[]): string[] {
  return places.map((place) => fields[place] ?? '');
}
