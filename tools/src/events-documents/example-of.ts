import { stableId } from '@ndx/contracts';
import { objectAt, type JsonSchema } from './json-schema.js';

/**
 * A valid example for the schema of an event: the schema's own one if it has one, otherwise by
 * type. Ids differ by field name, and are the same in every run.
 */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  const { examples, enum: values, anyOf } = schema;
  if (Array.isArray(examples)) return examples[0] as unknown;
  if ('const' in schema) return schema['const'];
  if (Array.isArray(values)) return values[0] as unknown;
  if (Array.isArray(anyOf)) return exampleOf(objectAt(anyOf[0]), name);
  const make = BY_TYPE[String(schema['type'])];
  if (!make) throw new Error(`There is no example of ${name}: ${JSON.stringify(schema)}`);
  return make(schema, name);
}

const BY_TYPE: Readonly<Record<string, (schema: JsonSchema, name: string) => unknown>> = {
  object: ({ properties }) =>
    Object.fromEntries(
      Object.entries(objectAt(properties)).map(([member, schema]) => [
        member,
        exampleOf(objectAt(schema), member),
      ]),
    ),
  array: ({ items }, name) => [exampleOf(objectAt(items), name)],
  string: ({ format }, name) => BY_FORMAT[String(format)]?.(name),
  integer: ({ minimum }) => minimum ?? 0,
  number: ({ minimum }) => minimum ?? 0,
  boolean: () => true,
  null: () => null,
};

const BY_FORMAT: Readonly<Record<string, (name: string) => string>> = {
  uuid: (name) => stableId('example', name.replace(/_ids$/, '_id')),
  'date-time': () => '2026-11-15T08:30:00.000Z',
};
