import { isObject, type JsonSchema } from './json-schema.js';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b',
  'date-time': '2026-01-15T09:30:00.000Z',
  date: '2026-01-15',
  email: 'office@example.com',
};

/**
 * A valid value for the schema: its own example if it has one; a text is the name of its member.
 * Deterministic.
 */
export function exampleOf(schema: JsonSchema, name = 'text'): unknown {
  const { examples, enum: values, anyOf, allOf, default: preset } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (Array.isArray(allOf)) return exampleOf(allOf[0] as JsonSchema, name);
  if ('const' in schema) return schema['const'];
  if (Array.isArray(values)) return values[0];
  if (preset !== undefined) return preset;
  if (Array.isArray(anyOf)) return choiceOf(schema, anyOf as JsonSchema[], name);
  return ofType(schema, name);
}

function choiceOf(schema: JsonSchema, choices: readonly JsonSchema[], name: string): unknown {
  const [first = {}] = choices.filter((choice) => choice['type'] !== 'null');
  return exampleOf({ ...schema, anyOf: undefined, ...first }, name);
}

function ofType(schema: JsonSchema, name: string): unknown {
  const { type, format, minimum, properties, items, minItems } = schema;
  switch (Array.isArray(type) ? type[0] : type) {
    case 'object':
      return membersOf(isObject(properties) ? properties : {});
    case 'array':
      return isObject(items) && (Object.keys(items).length > 0 || minItems)
        ? [exampleOf(items, name)]
        : [];
    case 'string':
      return FORMATS[String(format)] ?? name.replaceAll('_', ' ');
    case 'integer':
    case 'number':
      return typeof minimum === 'number' ? minimum : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return {};
  }
}

function membersOf(properties: JsonSchema): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [
      name,
      exampleOf(member as JsonSchema, name),
    ]),
  );
}
