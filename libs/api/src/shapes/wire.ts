/**
 * The parts of response schemas: a schema is the documented type and, by `Of`, the type that code
 * must return.
 */
import Type, { type Static, type TEnum, type TProperties, type TSchema } from 'typebox';
import { namedValues } from './named-values.js';

/** The type of the values that fit a schema. */
export type Of<S extends TSchema> = DeepReadonly<Static<S>>;

type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T;

export const uuid = Type.String({ format: 'uuid' });
/** ISO 8601 in UTC with milliseconds. */
export const timestamp = Type.String({ format: 'date-time' });
/** `YYYY-MM-DD`. */
export const day = Type.String({ format: 'date' });
export const text = Type.String();
export const flag = Type.Boolean();
/** A flag with its default value. */
export function flagThatIs(value: boolean) {
  return Type.Boolean({ default: value });
}

export const number = Type.Number();
export const integer = Type.Integer();
/** Counts from 1. */
export const count = Type.Integer({ minimum: 1 });
/** Any members, which are not validated. */
export const anyObject = Type.Record(Type.String(), Type.Unknown());

export function nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

/** A member that may be absent. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(schema);
}

export function listOf<S extends TSchema>(schema: S) {
  return Type.Array(schema);
}

export function oneOf<T extends string>(values: readonly T[]): TEnum<T[]> {
  const named = namedValues(values);
  const listed = (named?.values ?? values) as readonly T[];
  return Type.Enum([...listed], { type: 'string', ...(named && { title: named.name }) });
}

/** A named object with all members required. */
export function record<P extends TProperties>(title: string, members: P) {
  return Type.Object(members, { title });
}

/** Either of two objects. */
export function eitherOf<A extends TSchema, B extends TSchema>(one: A, other: B) {
  return Type.Union([one, other]);
}

/** No body: a 204. */
export const nothing = Type.Void();

/** Bytes of a media type other than JSON. */
export function bytesOf(contentMediaType: string) {
  return Type.String({ format: 'binary', contentMediaType });
}
