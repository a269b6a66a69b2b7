import { invalid, quoted } from '@ndx/contracts';
import { templateBySlug, type Dataset } from '../datasets.js';
import { faultOf } from '../fields/field-fault.js';
import { ruleOf } from '../fields/field-types.js';
import { knownValuesOf, type Field } from '../fields/field.js';
import { LONGEST_ACCEPTED_TEXT } from '../records/accepted-values.js';
import { misspelled } from './near-values.js';

type Scalar = string | number | boolean;

/** A governed field, and how messages name it. */
export interface NamedField {
  readonly name: string;
  readonly dataset: Dataset;
  readonly field: Field;
}

/**
 * A value that records of the field cannot have would silently exclude every record. Texts are open
 * in the contract: of them, only a likely misspelling of a usual value is rejected.
 * @throws VALIDATION_ERROR, with the nearest values
 */
export function refuseImpossible(named: NamedField, accepted: readonly Scalar[]): void {
  if (accepted.length === 0) {
    throw invalid(
      'invalid_policy',
      `accepted_values of ${quoted(named.name)} is empty: disable the field or omit accepted_values`,
    );
  }
  for (const value of accepted) {
    refuseFault(named, value);
    refuseUnlike(named, value, nearestTo(furnishedField(named), value));
  }
}

/** The usual values of a field of a product or template; none for one that has no such list. */
export function knownValuesIn(dataset: Dataset, field: Field): readonly string[] {
  return knownValuesOf(furnishedField({ dataset, field }));
}

/** The values of a field that the catalogue lists, as texts: its usual values, or both of a boolean. */
export function listedValuesIn(dataset: Dataset, field: Field): readonly string[] {
  return field.type === 'boolean' ? ['true', 'false'] : knownValuesIn(dataset, field);
}

function refuseFault({ name, field }: NamedField, value: Scalar): void {
  const fault = faultOf(field, value);
  if (fault) {
    throw invalid(
      'invalid_policy',
      `an accepted value of ${quoted(name)} ${quoted(fault)}: ${quoted(JSON.stringify(value))}`,
    );
  }
  if (typeof value === 'string' && value.length > LONGEST_ACCEPTED_TEXT) {
    throw invalid(
      'invalid_policy',
      `an accepted value of ${quoted(name)} must be at most ${LONGEST_ACCEPTED_TEXT} characters`,
    );
  }
}

function refuseUnlike(
  { name }: NamedField,
  value: Scalar,
  nearest: readonly string[] | undefined,
): void {
  if (nearest === undefined) return;
  const others = nearest.map((near) => JSON.stringify(near)).join(' or ');
  throw invalid(
    'invalid_policy',
    `${quoted(JSON.stringify(value))} is not a value of ${quoted(name)}` +
      (others === '' ? '' : `; did you mean ${quoted(others)}?`),
  );
}

/** The nearest values that records can have, if any; undefined when they can have the value. */
function nearestTo(field: Field, value: Scalar): readonly string[] | undefined {
  if (typeof value !== 'string') return undefined;
  const { stored, storedSchema, accepts } = ruleOf(field.type);
  if (!stored) {
    const nearest = misspelled(value, knownValuesOf(field));
    return nearest.length > 0 ? nearest : undefined;
  }
  const furnished = storedSchema ? Number(value) : value;
  if (!accepts(furnished)) return [];
  const form = stored(furnished);
  return form === value ? undefined : [String(form)];
}

/** An output of a template is a field of the data set from which its value comes. */
function furnishedField({ dataset, field }: Pick<NamedField, 'dataset' | 'field'>): Field {
  if (dataset.kind === 'product') return field;
  const source = dataset.outputs.find(({ name }) => name === field.name)?.source;
  if (source?.kind !== 'furnished') return field;
  const data = templateBySlug(source.dataset)?.furnish?.data;
  return data?.find(({ name }) => name === source.field) ?? field;
}
