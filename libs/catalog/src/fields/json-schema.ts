import { descriptionOf, type Field } from './field.js';
import type { JsonSchema } from './field-type-rule.js';
import { ruleOf } from './field-types.js';
import { memberShape, type ObjectShape } from './object-shape.js';

/** The JSON Schema of an object in a request; unknown fields are rejected (design 11). */
export function objectSchemaOf(shape: ObjectShape): JsonSchema {
  const required = shape.fields.filter((field) => field.required).map((field) => field.name);
  const members = shape.fields.map(
    (field) => [field.name, fieldSchemaOf(field, memberShape(shape, field))] as const,
  );
  return { ...objectSchema(shape.title, members, required), additionalProperties: false };
}

/**
 * The JSON Schema of an object in a response: every field is present, null if it is not required.
 * It is open, so that a new field breaks no client.
 */
export function answerObjectSchemaOf(
  shape: ObjectShape,
  schemaOf: (field: Field) => JsonSchema | undefined = () => undefined,
): JsonSchema {
  const members = shape.fields.map((field) => {
    const member = memberShape(shape, field, 'Address');
    const schema =
      schemaOf(field) ?? (member ? answerObjectSchemaOf(member) : exemplarySchema(field));
    return [field.name, withWords(field, field.required ? schema : orNull(schema))] as const;
  });
  const all = shape.fields.map((field) => field.name);
  return objectSchema(shape.title, members, all);
}

/** The field's own example, or that of its type. */
export function exampleOf({ type, words }: Field): unknown {
  return typeof words === 'object' ? words[1] : ruleOf(type).schema.examples[0];
}

function exemplarySchema(field: Field): JsonSchema {
  return { ...ruleOf(field.type).schema, examples: [exampleOf(field)] };
}

/** The sentence about the field, before the one about its type. */
function withWords(field: Field, schema: JsonSchema): JsonSchema {
  const own = descriptionOf(field);
  if (own === undefined) return schema;
  // Amounts have the bounds of the number in words; they are returned as texts.
  const { description: bounds } = schema;
  const complete = { description: typeof bounds === 'string' ? `${own} ${bounds}` : own };
  return typeof schema['title'] === 'string'
    ? { allOf: [schema], ...complete }
    : { ...schema, ...complete };
}

/** The JSON Schema of a field's value in a request. `member` is the schema of an object's member. */
export function fieldSchemaOf(field: Field, member?: ObjectShape): JsonSchema {
  return withWords(field, plainSchemaOf(field, member));
}

function plainSchemaOf(field: Field, member?: ObjectShape): JsonSchema {
  if (member) return field.nullable ? orNull(objectSchemaOf(member)) : objectSchemaOf(member);
  const { schema, maxLength } = ruleOf(field.type);
  const isText = schema['type'] === 'string';
  const bounded: JsonSchema = {
    ...schema,
    examples: [exampleOf(field)],
    ...(isText && field.required && !field.blank && { minLength: 1 }),
    ...(isText && !field.large && maxLength !== undefined && { maxLength }),
  };
  return field.nullable ? orNull(bounded) : bounded;
}

/** An object of the shape with every field except the named ones. */
export function exampleOfObject(shape: ObjectShape, ...left: readonly string[]): JsonSchema {
  const given = shape.fields.filter((field) => !left.includes(field.name));
  return Object.fromEntries(
    given.map((field) => {
      const member = memberShape(shape, field);
      return [field.name, member ? exampleOfObject(member) : exampleOf(field)];
    }),
  );
}

function objectSchema(
  title: string,
  members: readonly (readonly [string, JsonSchema])[],
  required: readonly string[],
): JsonSchema {
  return {
    title,
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length > 0 && { required }),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
