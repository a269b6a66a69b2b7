import {
  fieldsOf,
  furnishedFor,
  isComparable,
  listedValuesIn,
  modelsOf,
  type Dataset,
} from '@ndx/catalog';
import { COUNT_STEP } from '@ndx/contracts';

/** A field that a policy can compare, with the values that the catalogue lists. */
export interface ListedField {
  /** The section, or the template, in whose policy the field is. */
  readonly model: string;
  readonly field: string;
  readonly values: readonly string[];
  /** Its place in the records: an output of a template can have another name there. */
  readonly stated: { readonly model: string; readonly field: string };
}

/** The statements that are counted, and the values in them. */
export interface CountedValues {
  /** Of the product or template. */
  readonly slug: string;
  readonly models: readonly { readonly dataset: string; readonly model: string }[];
  readonly fields: readonly ListedField[];
}

/** A number of records of a section, or of a data set, in one state. */
export interface RecordCount {
  readonly model: string;
  /** `left`: its furnisher has left the network. `unread`: beyond the bounds of the read. */
  readonly state: 'counted' | 'left' | 'unread';
  /** Null: all records in the state. */
  readonly field: string | null;
  /** A listed value; null: any other value. */
  readonly value: string | null;
  readonly records: number;
}

/** The true number is at least the first and less than the second one. */
export interface RecordBounds {
  readonly atLeast: number;
  readonly fewerThan: number;
}

export interface CountedSection {
  readonly model: string;
  readonly examined: RecordBounds;
  /** False if the network has more records with the section than were read. */
  readonly isComplete: boolean;
  readonly fields: readonly CountedField[];
}

interface CountedField {
  readonly field: string;
  readonly values: readonly { readonly value: string; readonly records: RecordBounds }[];
  readonly other: RecordBounds;
}

/** What is counted for the policies of a product or a template: of a bundle, the records of its data sets. */
export function countedValues(dataset: Dataset): CountedValues {
  if (dataset.kind === 'product') {
    return {
      slug: dataset.slug,
      models: dataset.models.map(({ name: model }) => ({ dataset: dataset.slug, model })),
      fields: dataset.models.flatMap((model) =>
        fieldsOf(model).flatMap((field) => {
          const values = listedValuesIn(dataset, field);
          const stated = { model: model.name, field: field.name };
          return values.length === 0 ? [] : [{ ...stated, values, stated }];
        }),
      ),
    };
  }
  return {
    slug: dataset.slug,
    models: furnishedFor(dataset).map(({ slug }) => ({ dataset: slug, model: slug })),
    fields: dataset.outputs.flatMap((output) => {
      const { name: field, source } = output;
      if (source.kind !== 'furnished' || !isComparable(dataset, output)) return [];
      const values = listedValuesIn(dataset, output);
      const stated = { model: source.dataset, field: source.field };
      return values.length === 0 ? [] : [{ model: dataset.slug, field, values, stated }];
    }),
  };
}

/** The counts of every section of a product, or of a template, also of values that no record states (decision 0116). */
export function countedSections(
  dataset: Dataset,
  counts: readonly RecordCount[],
): readonly CountedSection[] {
  const { models, fields: listed } = countedValues(dataset);
  const number = (state: RecordCount['state'], model: string, field?: string, value?: string) =>
    counts.find(
      (one) =>
        one.state === state &&
        one.model === model &&
        one.field === (field ?? null) &&
        one.value === (value ?? null),
    )?.records ?? 0;
  return modelsOf(dataset).map(({ model }) => {
    const read = dataset.kind === 'product' ? [model] : models.map((one) => one.model);
    const inAll = (state: RecordCount['state']) =>
      read.reduce((sum, one) => sum + number(state, one), 0);
    return {
      model,
      examined: boundsOf(inAll('counted')),
      isComplete: inAll('unread') === 0,
      fields: listed
        .filter((one) => one.model === model)
        .map(({ field, values, stated }) => ({
          field,
          values: values.map((value) => ({
            value,
            records: boundsOf(number('counted', stated.model, stated.field, value)),
          })),
          other: boundsOf(number('counted', stated.model, stated.field)),
        })),
    };
  });
}

/**
 * Every number is rounded, also large ones: the exact number of all but a few records would give the
 * few, and two counts the value of a record that was furnished between them.
 */
function boundsOf(records: number): RecordBounds {
  const atLeast = records - (records % COUNT_STEP);
  return { atLeast, fewerThan: atLeast + COUNT_STEP };
}
