import { ADDRESS_FIELDS } from './address.js';
import type { Field } from './field.js';
import { ruleOf, type JsonSchema } from './field-types.js';

/** The JSON Schema of an object with these fields; unknown ones are refused (design 11). */
export function objectSchemaOf(fields: readonly Field[]): JsonSchema {
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, fieldSchemaOf(field)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

/** The JSON Schema of one field's value. */
export function fieldSchemaOf(field: Field): JsonSchema {
  const rule = ruleOf(field.type);
  const base = field.type === 'address' ? objectSchemaOf(ADDRESS_FIELDS) : rule.schema;
  const isText = base['type'] === 'string';
  const bounded: JsonSchema = {
    ...base,
    ...(isText && field.required && { minLength: 1 }),
    ...(isText && !field.large && rule.maxLength !== undefined && { maxLength: rule.maxLength }),
  };
  return field.nullable ? { anyOf: [bounded, { type: 'null' }] } : bounded;
}
