import type { FieldType } from './field-types.js';

/** A field of a request, of a furnished data set or of an answer. */
export interface Field {
  /** The wire name. */
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Whether the value may be null. */
  readonly nullable: boolean;
  /** Whether a required text may be empty. */
  readonly blank: boolean;
  /** An upload or a document: bounded only by the size of the request. */
  readonly large: boolean;
  /** Published and stored encrypted (design 4, 5). */
  readonly sealed: boolean;
  /** The words of the documents about it; the words of its type are the default. */
  readonly words?: FieldWords;
}

/** The description of a field, an example if the default of its type is unrealistic, and usual values. */
export type FieldWords =
  string | readonly [description: string, example: unknown, known?: readonly string[]];

/** Words by the names of fields. */
export type WordTable = Readonly<Record<string, FieldWords>>;

/** The fields with their words; fields that have words keep them. */
export function worded<F extends Field>(words: WordTable, fields: readonly F[]): F[] {
  return fields.map((field) => {
    const own = field.words ?? words[field.name];
    return own === undefined ? field : { ...field, words: own };
  });
}

/** The sentence about a field. */
export function descriptionOf({ words }: Field): string | undefined {
  return typeof words === 'string' ? words : words?.[0];
}

/** The usual values of a text, for suggestions; furnishers can state others. */
export function knownValuesOf({ words }: Field): readonly string[] {
  return typeof words === 'object' ? (words[2] ?? []) : [];
}

/** Required, and not null. */
export function required(type: FieldType, ...names: readonly string[]): Field[] {
  return names.map((name) => ({ ...plain(name, type), required: true }));
}

/** Optional, but not null. */
export function optional(type: FieldType, ...names: readonly string[]): Field[] {
  return names.map((name) => plain(name, type));
}

/** Optional; null is the same as absent. */
export function nullable(type: FieldType, ...names: readonly string[]): Field[] {
  return names.map((name) => ({ ...plain(name, type), nullable: true }));
}

/** Marks required texts that may be empty. */
export function blank(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, blank: true }));
}

/** Marks uploads and documents. */
export function large(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, large: true }));
}

/** Marks fields that are published and stored encrypted. */
export function sealed(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, sealed: true }));
}

/** The same fields, all optional and nullable. */
export function relaxed(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, required: false, nullable: true }));
}

export function withoutFields<F extends Field>(
  fields: readonly F[],
  ...names: readonly string[]
): F[] {
  return fields.filter((field) => !names.includes(field.name));
}

function plain(name: string, type: FieldType): Field {
  return {
    ...{ name, type, required: false, nullable: false },
    ...{ blank: false, large: false, sealed: false },
  };
}
