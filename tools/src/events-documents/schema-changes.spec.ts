import { describe, expect, test } from '@jest/globals';
import type { JsonSchema } from './json-schema.js';
import { schemaChanges } from './schema-changes.js';

interface Change {
  readonly what: string;
  readonly before: JsonSchema;
  readonly after: JsonSchema;
  /** The reported breaking changes; empty for a compatible change. */
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
    said: 'list.items.a: was removed',
  },
  {
    what: 'a property that need not be there any more',
    before: object({ a: text }, { required: ['a'] }),
    after: object({ a: text }),
    said: 'a: is no longer always there',
  },
  { what: 'another type', before: text, after: { type: 'integer' }, said: 'type was "string"' },
  {
    what: 'one more type',
    before: text,
    after: { type: ['string', 'null'] },
    said: 'type was "string"',
  },
  { what: 'no type', before: text, after: {}, said: 'type was "string"' },
  {
    what: 'numbers instead of integers',
    before: { type: 'integer' },
    after: { type: 'number' },
    said: 'type was "integer"',
  },
  {
    what: 'a new value',
    before: { enum: ['issued'] },
    after: { enum: ['issued', 'refused'] },
    said: 'the whole: enum was ["issued"] and is ["issued","refused"]',
  },
  {
    what: 'any value instead of some',
    before: { type: 'string', enum: ['issued'] },
    after: text,
    said: 'enum was ["issued"] and is absent',
  },
  {
    what: 'another constant',
    before: { type: 'string', const: '1.0' },
    after: { type: 'string', const: '2.0' },
    said: 'const was "1.0" and is "2.0"',
  },
  {
    what: 'a value that can be null',
    before: id,
    after: { type: ['string', 'null'], format: 'uuid' },
    said: 'type was "string" and is ["string","null"]',
  },
  {
    what: 'one more choice',
    before: { anyOf: [id, nothing] },
    after: { anyOf: [id, nothing, { type: 'integer' }] },
    said: 'anyOf was [{',
  },
  { what: 'no format', before: id, after: text, said: 'format was "uuid" and is absent' },
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
    said: 'uniqueItems was true and is absent',
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
        said: `${keyword} was 2 and is absent`,
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
        said: `${keyword} was 2 and is absent`,
      },
    ],
  ),
  {
    what: 'items of any kind',
    before: { type: 'array', items: text },
    after: { type: 'array' },
    said: 'items was {"type":"string"} and is absent',
  },
  {
    what: 'items one by one',
    before: { type: 'array', items: text },
    after: { type: 'array', items: [text] },
    said: 'items was {"type":"string"} and is [{"type":"string"}]',
  },
  {
    what: 'a new property where there were to be none',
    before: object({}, { additionalProperties: false }),
    after: object({ a: text }, { additionalProperties: false }),
    said: 'a: is new where properties are restricted',
  },
  {
    what: 'a new property that is none like the others',
    before: object({}, { additionalProperties: { type: 'integer' } }),
    after: object({ a: text }, { additionalProperties: { type: 'integer' } }),
    said: 'a: is new where properties are restricted',
  },
  {
    what: 'a new property that is none like the others of its pattern',
    before: object({}, { patternProperties: { '^a': { type: 'integer' } } }),
    after: object({ a: text }, { patternProperties: { '^a': { type: 'integer' } } }),
    said: 'a: is new where properties are restricted',
  },
  {
    what: 'properties where there were to be none',
    before: object({}, { additionalProperties: false }),
    after: object({}),
    said: 'additionalProperties was false and is absent',
  },
  {
    what: 'other properties of another type',
    before: object({}, { additionalProperties: text }),
    after: object({}, { additionalProperties: { type: 'integer' } }),
    said: 'additionalProperties: type was "string"',
  },
  {
    what: 'a pattern that is no longer documented',
    before: object({}, { patternProperties: { '^a': text } }),
    after: object({}),
    said: 'patternProperties was {"^a":{"type":"string"}} and is absent',
  },
  {
    what: 'a pattern of another type',
    before: object({}, { patternProperties: { '^a': text } }),
    after: object({}, { patternProperties: { '^a': { type: 'integer' } } }),
    said: 'patternProperties was {"^a":{"type":"string"}} and is',
  },
  {
    what: 'a pattern where there were to be no other properties',
    before: object({}, { additionalProperties: false }),
    after: object({}, { additionalProperties: false, patternProperties: { '^a': text } }),
    said: 'patternProperties was absent and is',
  },
  {
    what: 'a keyword that nobody knows',
    before: text,
    after: { type: 'string', contentEncoding: 'base64' },
    said: 'contentEncoding was absent',
  },
  {
    what: 'a reference',
    before: text,
    after: { type: 'string', $ref: '#/definitions/text' },
    said: '$ref was absent',
  },
  { what: 'fewer values', before: { enum: ['a', 'b'] }, after: { enum: ['a'] }, said: 'enum was' },
  { what: 'a first format', before: text, after: id, said: 'format was absent' },
  { what: 'a tighter limit', before: { maxLength: 9 }, after: { maxLength: 8 }, said: 'maxLength' },
  {
    what: 'no other properties any more',
    before: object({}),
    after: object({}, { additionalProperties: false }),
    said: 'additionalProperties was absent',
  },
  {
    what: 'another constant object whose members are named like annotations',
    before: { const: { title: 'a' } },
    after: { const: { title: 'b' } },
    said: 'const was {"title":"a"}',
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
];

describe('a reader of a schema', () => {
  test.each(BREAKING)('is broken by $what', ({ before, after, said }) => {
    expect(schemaChanges(before, after)).toEqual([expect.stringContaining(said ?? '')]);
  });

  test.each(HARMLESS)('is not broken by $what', ({ before, after }) => {
    expect(schemaChanges(before, after)).toEqual([]);
  });

  test('reports all breaking changes at once, each with its path', () => {
    expect(
      schemaChanges(
        object({ a: object({ b: text, c: text }), d: text }, { required: ['d'] }),
        object({ a: object({ b: { type: 'integer' } }), d: text }),
      ),
    ).toEqual(
      [
        'd: is no longer always there',
        'a.b: type was "string" and is "integer"',
        'a.c: was removed',
      ].sort(),
    );
  });
});
