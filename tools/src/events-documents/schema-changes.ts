import { isDeepStrictEqual } from 'node:util';
import { objectAt, type JsonSchema } from './json-schema.js';

/** Keywords that do not restrict a value. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$comment', 'title', 'description', 'examples', 'default', 'deprecated'],
]);

const WHOLE = 'the whole';

/**
 * Every change of a published schema except a new property, each with its path. Readers ignore
 * unknown properties; any other change needs a new version of the event.
 */
export function schemaChanges(before: JsonSchema, after: JsonSchema, place = WHOLE): string[] {
  const keywords = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keywords]
    .filter((keyword) => !ANNOTATIONS.has(keyword))
    .flatMap((keyword) => {
      const [was, is] = [before[keyword], after[keyword]];
      const inner = (name: string) => (place === WHOLE ? name : `${place}.${name}`);
      if (keyword === 'required') {
        const lost = listOf(was).filter((name) => !listOf(is).includes(name));
        return lost.map((name) => `${inner(String(name))}: is no longer always there`);
      }
      if (keyword === 'properties') {
        const now = objectAt(is);
        return Object.entries(objectAt(was)).flatMap(([name, schema]) =>
          Object.hasOwn(now, name)
            ? schemaChanges(objectAt(schema), objectAt(now[name]), inner(name))
            : [`${inner(name)}: was removed`],
        );
      }
      if (keyword === 'items' && was !== undefined && is !== undefined) {
        return schemaChanges(objectAt(was), objectAt(is), inner(keyword));
      }
      if (keyword === 'anyOf' && listOf(was).length === listOf(is).length) {
        return listOf(was).flatMap((schema, at) =>
          schemaChanges(objectAt(schema), objectAt(listOf(is)[at]), inner(`anyOf.${at}`)),
        );
      }
      const change = `${place}: ${keyword} was ${textOf(was)} and is ${textOf(is)}`;
      return isDeepStrictEqual(was, is) ? [] : [change];
    });
}

function textOf(value: unknown): string {
  return value === undefined ? 'absent' : JSON.stringify(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
