import { objectAt, type JsonSchema } from './json-schema.js';

/** They say nothing of what fits. */
export const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'examples', 'default', 'deprecated'],
]);

/** A schema is an object, `true` for anything, or `false`: none of no values. */
export function schemaAt(value: unknown): JsonSchema {
  return value === false ? { enum: [] } : objectAt(value);
}

/** What stands beside `anyOf` holds for each of its choices. */
export function choicesOf(schema: JsonSchema): readonly JsonSchema[] {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf)) return [rest];
  const beside = bare(rest);
  return anyOf.map((choice) =>
    Object.keys(beside).length === 0 ? schemaAt(choice) : { ...beside, allOf: [choice] },
  );
}

export function bare(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => !ANNOTATIONS.has(name)));
}

/** What a schema says of a property that it does not name. */
export function rulesForOthers(schema: JsonSchema, name: string): readonly JsonSchema[] {
  const patterns = Object.entries(objectAt(schema['patternProperties']))
    .filter(([pattern]) => new RegExp(pattern, 'u').test(name))
    .map(([, rule]) => schemaAt(rule));
  if (patterns.length > 0) return patterns;
  return isOpen(schema) ? [] : [schemaAt(schema['additionalProperties'])];
}

/** Whether it takes properties that it does not name, whatever they are. */
export function isOpen({ additionalProperties = true }: JsonSchema): boolean {
  return additionalProperties === true;
}

/** The types that a value can have; empty where any. */
export function typesOf(schema: JsonSchema): readonly unknown[] {
  const { type } = schema;
  if (type === undefined) return (valuesOf(schema) ?? []).map(typeOfValue);
  return listOf(Array.isArray(type) ? type : [type]);
}

function typeOfValue(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** The values that it can be; undefined where any. */
export function valuesOf(schema: JsonSchema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? listOf(schema['enum']) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}
