import type { Field } from './field.js';
import type { JsonSchema } from './field-type-rule.js';
import { ruleOf } from './field-types.js';
import { memberShape, type ObjectShape } from './object-shape.js';

/** The JSON Schema of an object in a request; unknown fields are rejected (design 11). */
export function objectSchemaOf(shape: ObjectShape): JsonSchema {
  const required = shape.fields.filter((field) => field.required).map((field) => field.name);
  return closedObject(
    shape.title,
    shape.fields.map((field) => [field.name, fieldSchemaOf(field, memberShape(shape, field))]),
    required,
  );
}

/**
 * The JSON Schema of an object in a response: every field is present, null if it is not required.
 */
export function answerObjectSchemaOf(
  shape: ObjectShape,
  schemaOf: (field: Field) => JsonSchema | undefined = () => undefined,
): JsonSchema {
  const members = shape.fields.map((field) => {
    const member = memberShape(shape, field, 'Address');
    const schema =
      schemaOf(field) ?? (member ? answerObjectSchemaOf(member) : ruleOf(field.type).schema);
    return [field.name, field.required ? schema : orNull(schema)] as const;
  });
  return closedObject(
    shape.title,
    members,
    shape.fields.map((field) => field.name),
  );
}

/** Examples for fields whose type does not show which values the API accepts. */
const EXAMPLES: Readonly<Record<string, string>> = {
  business_jurisdiction_of_formation: 'US-DE',
};

function examplesOf({ name, type }: Field): readonly [unknown, ...unknown[]] {
  const example = EXAMPLES[name];
  return example === undefined ? ruleOf(type).schema.examples : [example];
}

/** The JSON Schema of a field's value in a request. `member` is the schema of an object's member. */
export function fieldSchemaOf(field: Field, member?: ObjectShape): JsonSchema {
  if (member) return field.nullable ? orNull(objectSchemaOf(member)) : objectSchemaOf(member);
  const { schema, maxLength } = ruleOf(field.type);
  const isText = schema['type'] === 'string';
  const bounded: JsonSchema = {
    ...schema,
    examples: examplesOf(field),
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
      return [field.name, member ? exampleOfObject(member) : examplesOf(field)[0]];
    }),
  );
}

function closedObject(
  title: string,
  members: readonly (readonly [string, JsonSchema])[],
  required: readonly string[],
): JsonSchema {
  return {
    title,
    type: 'object',
    properties: Object.fromEntries(members),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}
