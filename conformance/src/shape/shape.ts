import { fields, type Field } from './fields.js';
import { isObject, ruleOf } from './types.js';

/** The expected fields of a JSON object. */
export interface Shape {
  readonly fields: readonly Field[];
  /** The shapes of members that are objects, or lists of objects. */
  readonly members: Readonly<Record<string, Shape>>;
  /** Whether other members are forbidden. */
  readonly isClosed: boolean;
}

/** A record with at least these fields: the contract allows others. */
export function record(
  table: string | readonly Field[],
  members: Readonly<Record<string, Shape>> = {},
): Shape {
  return { fields: tableOf(table), members, isClosed: false };
}

/** These fields and no others. */
export function exactly(
  table: string | readonly Field[],
  members: Readonly<Record<string, Shape>> = {},
): Shape {
  return { fields: tableOf(table), members, isClosed: true };
}

/** All differences between the value and the shape, with their paths. */
export function faultsOf(value: unknown, shape: Shape, path = ''): readonly string[] {
  if (!isObject(value)) return [`${path || 'the body'} is ${kindOf(value)}, not an object`];
  const known = new Set(shape.fields.map(({ name }) => name));
  const unknown = Object.keys(value).filter((name) => shape.isClosed && !known.has(name));
  return [
    ...unknown.map((name) => `${path}${name} is not in the contract`),
    ...shape.fields.flatMap((field) =>
      fieldFaults(value, field, shape.members[field.name], path + field.name),
    ),
  ];
}

function fieldFaults(
  owner: Readonly<Record<string, unknown>>,
  field: Field,
  shape: Shape | undefined,
  path: string,
): readonly string[] {
  const value = owner[field.name];
  if (value === undefined) return field.isRequired ? [`${path} is missing`] : [];
  if (value === null) return field.null === 'refused' ? [`${path} is null`] : [];
  if (!ruleOf(field.type).holds(value)) return [`${path} is ${kindOf(value)}, not ${field.type}`];
  if (shape === undefined) return [];
  if (!Array.isArray(value)) return faultsOf(value, shape, `${path}.`);
  return value.flatMap((item, index) => faultsOf(item, shape, `${path}.${index}.`));
}

function tableOf(table: string | readonly Field[]): readonly Field[] {
  return typeof table === 'string' ? fields(table) : table;
}

function kindOf(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value).slice(0, 80);
}
