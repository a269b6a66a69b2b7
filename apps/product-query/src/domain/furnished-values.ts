import { fieldsOf, listedValuesIn, type Product } from '@ndx/catalog';
import { COUNT_STEP } from '@ndx/contracts';

/** A field of a section with the values that the catalogue lists. */
export interface ListedField {
  readonly model: string;
  readonly field: string;
  readonly values: readonly string[];
}

/** A number of records of a section in one state. */
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

/** The fields of a product with listed values, in the order of the catalogue. */
export function listedFields(product: Product): readonly ListedField[] {
  return product.models.flatMap((model) =>
    fieldsOf(model).flatMap((field) => {
      const values = listedValuesIn(product, field);
      return values.length === 0 ? [] : [{ model: model.name, field: field.name, values }];
    }),
  );
}

/** The counts of every section of a product, also of values that no record states (decision 0116). */
export function countedSections(
  product: Product,
  counts: readonly RecordCount[],
): readonly CountedSection[] {
  const listed = listedFields(product);
  return product.models.map(({ name: model }) => {
    const ofModel = counts.filter((count) => count.model === model);
    const number = (state: RecordCount['state'], field: string | null, value: string | null) =>
      ofModel.find((one) => one.state === state && one.field === field && one.value === value)
        ?.records ?? 0;
    const bounds = (field: string | null, value: string | null) =>
      boundsOf(number('counted', field, value));
    return {
      model,
      examined: bounds(null, null),
      isComplete: number('unread', null, null) === 0,
      fields: listed
        .filter((one) => one.model === model)
        .map(({ field, values }) => ({
          field,
          values: values.map((value) => ({ value, records: bounds(field, value) })),
          other: bounds(field, null),
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
