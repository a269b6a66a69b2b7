import { nestedShape, schemasOfRules, type ShapeClass } from '@ndx/api';
import { getMetadataStorage, IS_OPTIONAL, MAX, MIN, ValidationTypes } from 'class-validator';
import { targetConstructorToSchema } from 'class-validator-jsonschema';
import { isObject, type JsonSchema } from './json-schema.js';

type Converters = NonNullable<
  NonNullable<Parameters<typeof targetConstructorToSchema>[1]>['additionalConverters']
>;

/**
 * The schema of a class-validator class, as a closed object: unknown fields are rejected (design
 * 11). Its title is the class's name.
 */
export function shapeSchema(shape: ShapeClass): JsonSchema {
  const { properties, ...schema } = targetConstructorToSchema(shape, {
    additionalConverters: converters(),
  }) as JsonSchema;
  const nullable = nullableMembers(shape);
  const defaults = new shape() as Readonly<Record<string, unknown>>;
  const members = Object.entries(isObject(properties) ? properties : {}).map(([name, member]) => {
    const value = defaults[name];
    const complete = { ...(member as JsonSchema), ...(value !== undefined && { default: value }) };
    return [name, nullable.has(name) ? orNull(complete) : complete] as const;
  });
  return {
    title: shape.name.replace(/Dto$/, ''),
    ...schema,
    properties: Object.fromEntries(members),
    additionalProperties: false,
  };
}

/** The schema of a nullable member without null. */
export function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf } = schema;
  const [only, ...others] = (Array.isArray(anyOf) ? (anyOf as JsonSchema[]) : []).filter(
    (choice) => choice['type'] !== 'null',
  );
  return only && others.length === 0 ? only : schema;
}

function orNull(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'null' }] };
}

/**
 * `@IsOptional()` accepts null; a member that is optional but not nullable has another condition.
 */
function nullableMembers(shape: ShapeClass): ReadonlySet<string> {
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  return new Set(rules.filter(({ name }) => name === IS_OPTIONAL).map((rule) => rule.propertyName));
}

/** The library's converters, with our own rules added. */
function converters(): Converters {
  return {
    ...(schemasOfRules() as Converters),
    // An integer stays an integer.
    [MIN]: ({ constraints }) => ({ minimum: Number(constraints[0]) }),
    [MAX]: ({ constraints }) => ({ maximum: Number(constraints[0]) }),
    [ValidationTypes.NESTED_VALIDATION]: ({ target, propertyName }) =>
      shapeSchema(memberType(target as ShapeClass, propertyName)),
  };
}

/** The class of a nested member, or of its items. */
function memberType(shape: ShapeClass, member: string): ShapeClass {
  const nested = nestedShape(shape, member);
  if (!nested) throw new Error(`${shape.name}.${member} is nested, and has no @Nested`);
  return nested;
}
