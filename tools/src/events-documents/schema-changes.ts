import { isDeepStrictEqual } from 'node:util';
import { objectAt, type JsonSchema } from './json-schema.js';

/** Keywords that do not restrict a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'examples', 'default', 'deprecated'],
]);

/** Keywords whose schemas, or lists of schemas, may gain properties too. */
const NESTED = new Set(['items', 'additionalProperties', 'anyOf', 'allOf']);

/** With one of these keywords a new property already had a defined shape. */
const CLOSING = ['additionalProperties', 'patternProperties', 'propertyNames'];

/**
 * Every change of a published schema except a new property, each with its path. Readers ignore
 * unknown properties; any other change needs a new version of the event.
 */
export function schemaChanges(before: JsonSchema, after: JsonSchema, place = ''): string[] {
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keywords.flatMap((keyword) => {
    if (ANNOTATIONS.has(keyword)) return [];
    if (keyword === 'properties') return propertyChanges(before, after, place);
    if (keyword === 'required') return requiredChanges(before, after, place);
    const [was, is] = [before[keyword], after[keyword]];
    if (NESTED.has(keyword)) {
      if (isSchema(was) && isSchema(is)) return schemaChanges(was, is, join(place, keyword));
      if (areSchemas(was) && areSchemas(is) && was.length === is.length)
        return was.flatMap((one, index) =>
          schemaChanges(one, objectAt(is[index]), join(place, `${keyword}.${index}`)),
        );
    }
    return valueChanges(was, is, `${place === '' ? 'the whole' : place}: ${keyword}`);
  });
}

function propertyChanges(before: JsonSchema, after: JsonSchema, place: string): string[] {
  const [known, now] = [objectAt(before['properties']), objectAt(after['properties'])];
  const isClosed = CLOSING.some((keyword) => keyword in before);
  return [...new Set([...Object.keys(known), ...Object.keys(now)])].flatMap((name) => {
    const property = join(place, name);
    const [was, is] = [known[name], now[name]];
    if (!Object.hasOwn(known, name))
      return isClosed ? [`${property}: is new where properties are restricted`] : [];
    if (!Object.hasOwn(now, name)) return [`${property}: was removed`];
    return isSchema(was) && isSchema(is)
      ? schemaChanges(was, is, property)
      : valueChanges(was, is, property);
  });
}

function requiredChanges(before: JsonSchema, after: JsonSchema, place: string): string[] {
  const [was, is] = [listOf(before['required']), listOf(after['required'])];
  return was
    .filter((name) => !is.includes(name))
    .map((name) => `${join(place, String(name))}: is no longer always there`);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function areSchemas(value: unknown): value is readonly JsonSchema[] {
  return Array.isArray(value) && value.every(isSchema);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}

function valueChanges(was: unknown, is: unknown, what: string): string[] {
  return isDeepStrictEqual(was, is) ? [] : [`${what} was ${said(was)} and is ${said(is)}`];
}

function said(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}
