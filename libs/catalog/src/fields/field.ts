import type { FieldType } from './field-types.js';

/** A field of a request, of a furnished data set or of an answer. */
export interface Field {
  /** The wire name. */
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** Whether null may stand for the value. */
  readonly nullable: boolean;
  /** Whether a required text may be empty. */
  readonly blank: boolean;
  /** An upload or a document: bounded by the size of the request alone. */
  readonly large: boolean;
  /** Travels and rests encrypted (design 4, 5). */
  readonly sealed: boolean;
}

/** Must be given, and not null. */
export function required(type: FieldType, ...names: readonly string[]): Field[] {
  return names.map((name) => ({ ...plain(name, type), required: true }));
}

/** May be left out, but not null. */
export function optional(type: FieldType, ...names: readonly string[]): Field[] {
  return names.map((name) => plain(name, type));
}

/** May be left out or null, which is the same. */
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

/** Marks what travels and rests encrypted. */
export function sealed(fields: readonly Field[]): Field[] {
  return fields.map((field) => ({ ...field, sealed: true }));
}

/** The same fields, none of them required, null allowed. */
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
