import { isObject, type JsonSchema } from './json-schema.js';

const INT32 = 2 ** 31 - 1;
const SCALARS = ['string', 'number', 'integer', 'boolean'];

/**
 * The form of a schema that generators of clients understand (decision 0078). The schemas in it
 * have that form already.
 */
export function portable(schema: JsonSchema): JsonSchema {
  return [soleReference, nullableType, anyScalar, openObject, typedValues, numberFormat].reduce(
    (form, rule) => rule(form),
    schema,
  );
}

/** A description beside a reference (JSON Schema 2020-12). */
function soleReference({ allOf, ...rest }: JsonSchema): JsonSchema {
  const [schema, ...others] = Array.isArray(allOf) ? (allOf as JsonSchema[]) : [];
  if (!schema || others.length > 0) return allOf === undefined ? rest : { allOf, ...rest };
  return { ...schema, ...rest };
}

/** `anyOf` with null becomes a list of types; a reference has no type, so `oneOf` is left for it. */
function nullableType({ anyOf, ...rest }: JsonSchema): JsonSchema {
  if (!Array.isArray(anyOf)) return anyOf === undefined ? rest : { anyOf, ...rest };
  const choices = anyOf as JsonSchema[];
  const [choice, ...others] = choices.filter((one) => one['type'] !== 'null');
  if (!choice || others.length > 0 || choices.length === 1) return { anyOf, ...rest };
  if ('$ref' in choice) return { ...rest, oneOf: [choice, { type: 'null' }] };
  const { type, enum: values } = choice;
  if (type === undefined) return { ...choice, ...rest };
  return {
    ...choice,
    ...rest,
    type: [type, 'null'].flat(),
    ...(Array.isArray(values) && { enum: [...(values as unknown[]), null] }),
  };
}

/** A schema of several types accepts any value, because clients of most languages have no type for it. */
function anyScalar({ anyOf, ...rest }: JsonSchema): JsonSchema {
  const types = Array.isArray(anyOf) ? (anyOf as JsonSchema[]).map(({ type }) => type) : [];
  const isScalar = types.every((type) => SCALARS.includes(String(type)));
  if (types.length > 1 && isScalar) return rest;
  return anyOf === undefined ? rest : { anyOf, ...rest };
}

/** An object with any members. */
function openObject({ patternProperties, ...rest }: JsonSchema): JsonSchema {
  const [schema, ...others] = isObject(patternProperties) ? Object.values(patternProperties) : [];
  if (schema === undefined || others.length > 0)
    return patternProperties === undefined ? rest : { patternProperties, ...rest };
  return { ...rest, additionalProperties: schema };
}

/** A list of texts is of type string. */
function typedValues(schema: JsonSchema): JsonSchema {
  const { type, enum: values } = schema;
  const isList = Array.isArray(values) && values.every((value) => typeof value === 'string');
  return isList && type === undefined ? { type: 'string', ...schema } : schema;
}

/** Numbers have the type that their largest value needs. */
function numberFormat(schema: JsonSchema): JsonSchema {
  const { type, format, minimum, maximum } = schema;
  const types = [type].flat();
  if (format !== undefined) return schema;
  if (types.includes('number')) return { ...schema, format: 'double' };
  if (!types.includes('integer')) return schema;
  const isSmall = isWithin(minimum, INT32) && isWithin(maximum, INT32);
  return { ...schema, format: isSmall ? 'int32' : 'int64' };
}

function isWithin(bound: unknown, limit: number): boolean {
  return typeof bound === 'number' && Math.abs(bound) <= limit;
}
