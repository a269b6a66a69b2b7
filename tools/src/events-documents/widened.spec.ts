import { describe, expect, test } from '@jest/globals';
import type { JsonSchema } from './json-schema.js';
import { widened } from './widened.js';

interface Change {
  readonly what: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** What is said of it; none for a change that breaks nobody. */
  readonly said?: string;
}

const object = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...rest,
});
const text = { type: 'string' };
const id = { type: 'string', format: 'uuid' };
const nothing = { type: 'null' };

const BREAKING: readonly Change[] = [
  {
    what: 'a removed property',
    before: object({ a: text, b: text }),
    after: object({ a: text }),
    said: 'b: was removed',
  },
  {
    what: 'a removed property of an object in a list',
    before: object({ list: { type: 'array', items: object({ a: text }) } }),
    after: object({ list: { type: 'array', items: object({}) } }),
    said: 'list.*.a: was removed',
  },
  {
    what: 'a property that need not be there any more',
    before: object({ a: text }, { required: ['a'] }),
    after: object({ a: text }),
    said: 'a: is no longer always there',
  },
  { what: 'another type', before: text, after: { type: 'integer' }, said: 'the type was "string"' },
  {
    what: 'one more type',
    before: text,
    after: { type: ['string', 'null'] },
    said: 'the type was "string"',
  },
  { what: 'no type', before: text, after: {}, said: 'the type was "string"' },
  {
    what: 'numbers instead of integers',
    before: { type: 'integer' },
    after: { type: 'number' },
    said: 'the type was "integer"',
  },
  {
    what: 'a new value',
    before: { enum: ['issued'] },
    after: { enum: ['issued', 'refused'] },
    said: '"refused" is a new value',
  },
  {
    what: 'any value instead of some',
    before: { type: 'string', enum: ['issued'] },
    after: text,
    said: 'is no longer one of ["issued"]',
  },
  {
    what: 'another constant',
    before: { type: 'string', const: '1.0' },
    after: { type: 'string', const: '2.0' },
    said: '"2.0" is a new value',
  },
  {
    what: 'a value that can be null',
    before: id,
    after: { anyOf: [id, nothing] },
    said: 'can be {"type":"null"}, which it could not be',
  },
  {
    what: 'one more choice',
    before: { anyOf: [id, nothing] },
    after: { anyOf: [id, nothing, { type: 'integer' }] },
    said: 'can be {"type":"integer"}',
  },
  { what: 'no format', before: id, after: text, said: 'format was "uuid" and is anything' },
  {
    what: 'another format',
    before: id,
    after: { type: 'string', format: 'email' },
    said: 'format was "uuid" and is "email"',
  },
  {
    what: 'another pattern',
    before: { type: 'string', pattern: '^a' },
    after: { type: 'string', pattern: '^b' },
    said: 'pattern was "^a" and is "^b"',
  },
  {
    what: 'items that may repeat',
    before: { type: 'array', uniqueItems: true },
    after: { type: 'array' },
    said: 'uniqueItems was true and is anything',
  },
  {
    what: 'another unit',
    before: { type: 'integer', multipleOf: 10 },
    after: { type: 'integer', multipleOf: 3 },
    said: 'multipleOf was 10 and is 3',
  },
  ...(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const).flatMap(
    (keyword) => [
      {
        what: `a lower ${keyword}`,
        before: { [keyword]: 2 },
        after: { [keyword]: 1 },
        said: `${keyword} was 2 and is 1`,
      },
      {
        what: `no ${keyword}`,
        before: { [keyword]: 2 },
        after: {},
        said: `${keyword} was 2 and is anything`,
      },
    ],
  ),
  ...(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const).flatMap(
    (keyword) => [
      {
        what: `a higher ${keyword}`,
        before: { [keyword]: 2 },
        after: { [keyword]: 3 },
        said: `${keyword} was 2 and is 3`,
      },
      {
        what: `no ${keyword}`,
        before: { [keyword]: 2 },
        after: {},
        said: `${keyword} was 2 and is anything`,
      },
    ],
  ),
  {
    what: 'items of any kind',
    before: { type: 'array', items: text },
    after: { type: 'array' },
    said: 'says no longer what its items are',
  },
  {
    what: 'items one by one',
    before: { type: 'array', items: text },
    after: { type: 'array', items: [text] },
    said: 'what items changes cannot be judged',
  },
  {
    what: 'a new property where there were to be none',
    before: object({}, { additionalProperties: false }),
    after: object({ a: text }, { additionalProperties: false }),
    said: 'a: is no longer one of []',
  },
  {
    what: 'a new property that is none like the others',
    before: object({}, { additionalProperties: { type: 'integer' } }),
    after: object({ a: text }, { additionalProperties: { type: 'integer' } }),
    said: 'a: the type was "integer"',
  },
  {
    what: 'a new property that is none like the others of its pattern',
    before: object({}, { patternProperties: { '^a': { type: 'integer' } } }),
    after: object({ a: text }, { patternProperties: { '^a': { type: 'integer' } } }),
    said: 'a: the type was "integer"',
  },
  {
    what: 'properties where there were to be none',
    before: object({}, { additionalProperties: false }),
    after: object({}),
    said: 'takes properties that it does not name',
  },
  {
    what: 'other properties of another type',
    before: object({}, { additionalProperties: text }),
    after: object({}, { additionalProperties: { type: 'integer' } }),
    said: '*: the type was "string"',
  },
  {
    what: 'a pattern that is no longer told of',
    before: object({}, { patternProperties: { '^a': text } }),
    after: object({}),
    said: 'says no longer what properties like ^a are',
  },
  {
    what: 'a pattern of another type',
    before: object({}, { patternProperties: { '^a': text } }),
    after: object({}, { patternProperties: { '^a': { type: 'integer' } } }),
    said: '/^a/: the type was "string"',
  },
  {
    what: 'a pattern where there were to be no other properties',
    before: object({}, { additionalProperties: false }),
    after: object({}, { additionalProperties: false, patternProperties: { '^a': text } }),
    said: 'what ^a lets in cannot be judged',
  },
  {
    what: 'a keyword that nobody knows',
    before: text,
    after: { type: 'string', contentEncoding: 'base64' },
    said: 'what contentEncoding changes cannot be judged',
  },
  {
    what: 'a reference',
    before: text,
    after: { type: 'string', $ref: '#/definitions/text' },
    said: 'what $ref changes cannot be judged',
  },
];

const HARMLESS: readonly Change[] = [
  { what: 'nothing', before: object({ a: id }), after: object({ a: id }) },
  { what: 'a new property', before: object({}), after: object({ a: text }) },
  {
    what: 'a new property that is always there',
    before: object({}),
    after: object({ a: text }, { required: ['a'] }),
  },
  { what: 'fewer values', before: { enum: ['a', 'b'] }, after: { enum: ['a'] } },
  { what: 'some values instead of any', before: text, after: { enum: ['a', 'b'] } },
  { what: 'integers instead of numbers', before: { type: 'number' }, after: { type: 'integer' } },
  { what: 'no null any more', before: { anyOf: [id, nothing] }, after: id },
  { what: 'a first format', before: text, after: id },
  { what: 'a first limit', before: { type: 'integer' }, after: { type: 'integer', minimum: 1 } },
  { what: 'a tighter limit', before: { maxLength: 9 }, after: { maxLength: 8 } },
  {
    what: 'other words',
    before: { type: 'string', description: 'a', examples: ['a'], title: 'a' },
    after: { type: 'string', description: 'b', examples: ['b'] },
  },
  {
    what: 'a keyword that nobody knows, and that was there',
    before: { type: 'string', contentEncoding: 'base64', description: 'a' },
    after: { type: 'string', contentEncoding: 'base64' },
  },
  {
    what: 'no other properties any more',
    before: object({}),
    after: object({}, { additionalProperties: false }),
  },
];

describe('who reads by a schema', () => {
  test.each(BREAKING)('is broken by $what', ({ before, after, said }) => {
    expect(widened(before, after)).toEqual([expect.stringContaining(said ?? '')]);
  });

  test.each(HARMLESS)('is not broken by $what', ({ before, after }) => {
    expect(widened(before, after)).toEqual([]);
  });

  test('is told of all breaks at once, each with its place', () => {
    expect(
      widened(
        object({ a: object({ b: text, c: text }), d: text }, { required: ['d'] }),
        object({ a: object({ b: { type: 'integer' } }), d: text }),
      ),
    ).toEqual(
      [
        'd: is no longer always there',
        'a.b: the type was "string" and is "integer"',
        'a.c: was removed',
      ].sort(),
    );
  });
});
