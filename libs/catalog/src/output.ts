import type { Field } from './fields/field.js';

/** A field furnished under a template. */
export interface FurnishedField {
  /** The slug under which it is furnished. */
  readonly dataset: string;
  readonly field: string;
}

/** The source of an output's value. */
export type Source =
  /**
   * The query's id, or the furnisher or the time of furnishing of the record; an answer that has one
   * of the last two is one group.
   */
  | { readonly kind: 'query-id' | 'furnisher-id' | 'furnished-at' }
  /** The legal name of the business that the furnisher of the record stated itself. */
  | { readonly kind: 'legal-name' }
  /**
   * Whether every contributing furnisher has attested to this template, unless one of them denies
   * it in the named field (decision 0025).
   */
  | { readonly kind: 'attested'; readonly unless: FurnishedField | null }
  | ({ readonly kind: 'furnished' } & FurnishedField)
  /**
   * Computed from the values of one record in the order of `from`, null where absent; called only with
   * at least one value. It may check only the presence of an upload: a coverage check does not read
   * its content.
   */
  | {
      readonly kind: 'derived';
      readonly from: readonly FurnishedField[];
      readonly compute: (...values: readonly unknown[]) => unknown;
    };

/** A field of a template's answer. */
export interface Output extends Field {
  readonly source: Source;
}

/** Outputs that are furnished under the same names. */
export function furnishedUnder(dataset: string, fields: readonly Field[]): Output[] {
  return fields.map((field) => ({
    ...field,
    source: { kind: 'furnished', dataset, field: field.name },
  }));
}

/** Outputs that are furnished under another name. */
export function renamed(dataset: string, furnished: string, fields: readonly Field[]): Output[] {
  return fields.map((field) => ({
    ...field,
    source: { kind: 'furnished', dataset, field: furnished },
  }));
}

/** Outputs of the query or the network itself. */
export function made(
  kind: 'query-id' | 'furnisher-id' | 'furnished-at' | 'legal-name',
  fields: readonly Field[],
): Output[] {
  return fields.map((field) => ({ ...field, source: { kind } }));
}

/** Outputs that state whether the furnishers attest the answer; `unless` names a field that can deny it. */
export function attested(fields: readonly Field[], unless: FurnishedField | null = null): Output[] {
  return fields.map((field) => ({ ...field, source: { kind: 'attested', unless } }));
}

/** Outputs computed from values furnished under `dataset`. */
export function derived(
  dataset: string,
  fields: readonly Field[],
  from: readonly string[],
  compute: (...values: readonly unknown[]) => unknown,
): Output[] {
  const sources = from.map((field) => ({ dataset, field }));
  return fields.map((field) => ({ ...field, source: { kind: 'derived', from: sources, compute } }));
}
