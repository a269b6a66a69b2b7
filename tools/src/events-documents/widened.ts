import { isDeepStrictEqual } from 'node:util';
import { objectAt, type JsonSchema } from './json-schema.js';
import {
  ANNOTATIONS,
  bare,
  choicesOf,
  isOpen,
  listOf,
  rulesForOthers,
  schemaAt,
  typesOf,
  valuesOf,
} from './schema-parts.js';

/**
 * Says how values that fit `after` could surprise who reads them by `before`: each entry names a
 * place and what became wider there. None: all that fits `after` fits `before`, and what `before`
 * tells of is still told. A keyword that this table does not know cannot be judged, and counts as
 * a break unless it is the same.
 */
export function widened(before: JsonSchema, after: JsonSchema, place = ''): string[] {
  const choices = before['anyOf'] ?? after['anyOf'];
  if (choices !== undefined) return widenedChoice(before, after, place);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((keyword) => {
    if (ANNOTATIONS.has(keyword) || isDeepStrictEqual(before[keyword], after[keyword])) return [];
    const judge = JUDGES[keyword];
    if (!judge) return [`${nameOf(place)}: what ${keyword} changes cannot be judged`];
    return judge(before, after, place, keyword);
  });
}

type Judge = (before: JsonSchema, after: JsonSchema, place: string, keyword: string) => string[];

/** A limit that is not there is none. */
const bound =
  (isWider: (before: number, after: number) => boolean): Judge =>
  (before, after, place, keyword) => {
    const [was, is] = [before[keyword], after[keyword]];
    if (was === undefined) return [];
    if (typeof was === 'number' && typeof is === 'number' && !isWider(was, is)) return [];
    return [`${nameOf(place)}: ${keyword} was ${said(was)} and is ${said(is)}`];
  };

const lowerBound = bound((before, after) => after < before);
const upperBound = bound((before, after) => after > before);

/** What was promised must stay to the letter; a promise where there was none is welcome. */
const kept: Judge = (before, after, place, keyword) =>
  before[keyword] === undefined
    ? []
    : [`${nameOf(place)}: ${keyword} was ${said(before[keyword])} and is ${said(after[keyword])}`];

/** Numbers that have become integers are still numbers. */
const type: Judge = (before, after, place) => {
  if (before['type'] === undefined) return [];
  const known = typesOf(before);
  const now = typesOf(after);
  const fits = (name: unknown) =>
    known.includes(name) || (name === 'integer' && known.includes('number'));
  return now.length > 0 && now.every(fits)
    ? []
    : [`${nameOf(place)}: the type was ${said(before['type'])} and is ${said(after['type'])}`];
};

const enumeration: Judge = (before, after, place) => {
  const known = valuesOf(before);
  const now = valuesOf(after);
  if (known === undefined) return [];
  if (now === undefined) return [`${nameOf(place)}: is no longer one of ${said(known)}`];
  return now
    .filter((value) => !known.some((one) => isDeepStrictEqual(one, value)))
    .map((value) => `${nameOf(place)}: ${said(value)} is a new value`);
};

const required: Judge = (before, after, place) => {
  const now = listOf(after['required']);
  return listOf(before['required'])
    .filter((name) => !now.includes(name))
    .map((name) => `${nameOf(place, String(name))}: is no longer always there`);
};

const properties: Judge = (before, after, place) => {
  const now = objectAt(after['properties']);
  const known = objectAt(before['properties']);
  const told = Object.entries(known).flatMap(([name, schema]) =>
    Object.hasOwn(now, name)
      ? widened(schemaAt(schema), schemaAt(now[name]), join(place, name))
      : [`${nameOf(place, name)}: was removed`],
  );
  // What was said of any other property holds for a new one too.
  const added = Object.keys(now).filter((name) => !Object.hasOwn(known, name));
  const fresh = added.flatMap((name) =>
    rulesForOthers(before, name).flatMap((rule) =>
      widened(rule, schemaAt(now[name]), join(place, name)),
    ),
  );
  return [...told, ...fresh];
};

const patternProperties: Judge = (before, after, place) => {
  const now = objectAt(after['patternProperties']);
  const known = objectAt(before['patternProperties']);
  const added = Object.keys(now).filter((pattern) => !Object.hasOwn(known, pattern));
  if (added.length > 0 && !isOpen(before))
    return [`${nameOf(place)}: what ${added.join(' and ')} lets in cannot be judged`];
  return Object.entries(known).flatMap(([pattern, schema]) =>
    Object.hasOwn(now, pattern)
      ? widened(schemaAt(schema), schemaAt(now[pattern]), join(place, `/${pattern}/`))
      : [`${nameOf(place)}: says no longer what properties like ${pattern} are`],
  );
};

const items: Judge = (before, after, place) => {
  if (before['items'] === undefined) return [];
  if (after['items'] === undefined) return [`${nameOf(place)}: says no longer what its items are`];
  if (Array.isArray(before['items']) || Array.isArray(after['items']))
    return [`${nameOf(place)}: what items changes cannot be judged`];
  return widened(schemaAt(before['items']), schemaAt(after['items']), join(place, '*'));
};

const additionalProperties: Judge = (before, after, place) => {
  if (isOpen(before)) return [];
  if (isOpen(after)) return [`${nameOf(place)}: takes properties that it does not name`];
  const [was, is] = [before['additionalProperties'], after['additionalProperties']];
  return widened(schemaAt(was), schemaAt(is), join(place, '*'));
};

const JUDGES: Readonly<Record<string, Judge>> = {
  type,
  enum: enumeration,
  const: enumeration,
  required,
  properties,
  patternProperties,
  additionalProperties,
  items,
  format: kept,
  pattern: kept,
  uniqueItems: kept,
  multipleOf: kept,
  minimum: lowerBound,
  exclusiveMinimum: lowerBound,
  minLength: lowerBound,
  minItems: lowerBound,
  minProperties: lowerBound,
  maximum: upperBound,
  exclusiveMaximum: upperBound,
  maxLength: upperBound,
  maxItems: upperBound,
  maxProperties: upperBound,
};

/** Every choice of now must be one of before; a schema without choices is the only one. */
function widenedChoice(before: JsonSchema, after: JsonSchema, place: string): string[] {
  const known = choicesOf(before);
  return choicesOf(after).flatMap((choice) => {
    const against = known.map((one) => widened(one, choice, place));
    if (against.some((faults) => faults.length === 0)) return [];
    return [`${nameOf(place)}: can be ${said(bare(choice))}, which it could not be`];
  });
}

function join(place: string, name: string): string {
  return place === '' ? name : `${place}.${name}`;
}

function nameOf(place: string, name?: string): string {
  const whole = name === undefined ? place : join(place, name);
  return whole === '' ? 'the whole' : whole;
}

function said(value: unknown): string {
  return value === undefined ? 'anything' : JSON.stringify(value);
}
