import { isDeepStrictEqual } from 'node:util';
import { objectAt, type JsonSchema } from './json-schema.js';

/** Keywords that do not restrict a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'examples', 'default', 'deprecated'],
]);

/** Keywords with which a new property already had a defined shape. */
const CLOSING = ['additionalProperties', 'patternProperties', 'propertyNames'];

/**
 * Every change of a published schema except a new property, each with its path. Readers ignore
 * unknown properties; any other change needs a new version of the event.
 */
export function schemaChanges(before: JsonSchema, after: JsonSchema, place = ''): string[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords]
    .filter((keyword) => !ANNOTATIONS.has(keyword))
    .flatMap((keyword) => keywordChanges(keyword, before, after, place));
}

function keywordChanges(
  keyword: string,
  before: JsonSchema,
  after: JsonSchema,
  place: string,
): string[] {
  const [was, is] = [before[keyword], after[keyword]];
  if (keyword === 'properties') {
    const isClosed = CLOSING.some((closing) => closing in before);
    return propertyChanges(objectAt(was), objectAt(is), isClosed, place);
  }
  if (keyword === 'required') {
    return listOf(was)
      .filter((name) => !listOf(is).includes(name))
      .map((name) => `${join(place, String(name))}: is no longer always there`);
  }
  if (keyword === 'items' || keyword === 'anyOf') return nested(was, is, join(place, keyword));
  return difference(was, is, `${place === '' ? 'the whole' : place}: ${keyword}`);
}

function propertyChanges(
  known: JsonSchema,
  now: JsonSchema,
  isClosed: boolean,
  place: string,
): string[] {
  const added = Object.keys(now).filter((name) => !Object.hasOwn(known, name));
  return [
    ...Object.entries(known).flatMap(([name, was]) =>
      Object.hasOwn(now, name)
        ? nested(was, now[name], join(place, name))
        : [`${join(place, name)}: was removed`],
    ),
    ...(isClosed ? added : []).map(
      (name) => `${join(place, name)}: is new where properties are restricted`,
    ),
  ];
}

/** The changes of a schema, or of a list of schemas, in which properties may be new. */
function nested(was: unknown, is: unknown, place: string): string[] {
  if (Array.isArray(was) && Array.isArray(is) && was.length === is.length) {
    return was.flatMap((schema, index) => nested(schema, is[index], join(place, String(index))));
  }
  return isSchema(was) && isSchema(is) ? schemaChanges(was, is, place) : difference(was, is, place);
}

function difference(was: unknown, is: unknown, what: string): string[] {
  const text = (value: unknown) => (value === undefined ? 'absent' : JSON.stringify(value));
  return isDeepStrictEqual(was, is) ? [] : [`${what} was ${text(was)} and is ${text(is)}`];
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}
