import { namedValues, wordsOf } from '@ndx/api';
import { isObject, type JsonSchema } from './json-schema.js';

/**
 * The schema with the words of its members (`wordsOf` of libs/api), and with a name for each object
 * and each list of values in it. Words that the schema already has are unchanged.
 * @param place the name of an object that has none of its own
 */
export function described(schema: JsonSchema, place = ''): JsonSchema {
  const { title, properties, items, anyOf, enum: values } = schema;
  const name = typeof title === 'string' ? title : place;
  if (Array.isArray(values)) return withName(schema, values as unknown[]);
  return {
    ...schema,
    ...(isObject(properties) && {
      ...(name !== '' && { title: name }),
      properties: Object.fromEntries(
        Object.entries(properties).map(([member, one]) => [
          member,
          describedMember(one as JsonSchema, name, member),
        ]),
      ),
    }),
    ...(isObject(items) && { items: described(items, singular(name)) }),
    ...(Array.isArray(anyOf) && {
      anyOf: anyOf.map((choice) => described(choice as JsonSchema, name)),
    }),
  };
}

/** A parameter's schema with its words. */
export function describedParameter(schema: JsonSchema, place: string, name: string): JsonSchema {
  return withWords(described(schema), place, name);
}

function describedMember(schema: JsonSchema, place: string, member: string): JsonSchema {
  return withWords(described(schema, `${place}${pascal(member)}`), place, member);
}

/** A named schema keeps its own words, so those of one of its uses are beside it. */
function withWords(schema: JsonSchema, place: string, member: string): JsonSchema {
  const words = wordsOf(place, member);
  const [description, example] = typeof words === 'string' ? [words] : (words ?? []);
  const added = {
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
  if (Object.keys(added).length === 0) return schema;
  const isNamed = typeof schema['title'] === 'string';
  return isNamed ? { allOf: [schema], ...added } : { ...added, ...schema };
}

/** A named list of values keeps no other words, as these belong to one of its uses. */
function withName(schema: JsonSchema, values: readonly unknown[]): JsonSchema {
  const { title } = schema;
  const found = values.every((value) => typeof value === 'string') && namedValues(values);
  const named = title === undefined ? found : { name: title, values };
  if (!named) return schema;
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([key]) => !['title', 'type', 'enum'].includes(key)),
  );
  const list = { title: named.name, type: 'string', enum: named.values };
  return Object.keys(rest).length === 0 ? list : { allOf: [list], ...rest };
}

function pascal(member: string): string {
  return member
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function singular(name: string): string {
  return name.replace(/s$/, '');
}
