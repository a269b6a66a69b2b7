import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { objectAt, type JsonSchema } from './json-schema.js';
import { schemaChanges } from './schema-changes.js';

const object = (properties: JsonSchema, rest: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...rest,
});
const text = { type: 'string' };
const id = { type: 'string', format: 'uuid' };
const nothing = { type: 'null' };

type Change = readonly [what: string, before: JsonSchema, after: JsonSchema, reported: string];

const BREAKING: readonly Change[] = [
  ['a removed property', object({ a: text, b: text }), object({ a: text }), 'b: was removed'],
  [
    'a removed property of an object in a list',
    object({ list: { type: 'array', items: object({ a: text }) } }),
    object({ list: { type: 'array', items: object({}) } }),
    'list.items.a: was removed',
  ],
  [
    'a property that may be absent',
    object({ a: text }, { required: ['a'] }),
    object({ a: text }),
    'a: is no longer always there',
  ],
  ['another type', text, { type: 'integer' }, 'the whole: type was "string" and is "integer"'],
  ['no type', text, {}, 'type was "string" and is absent'],
  ['a value that can be null', id, { ...id, type: ['string', 'null'] }, 'type was "string"'],
  [
    'a new value',
    { enum: ['issued'] },
    { enum: ['issued', 'refused'] },
    'enum was ["issued"] and is ["issued","refused"]',
  ],
  ['any value instead of some', { enum: ['issued'] }, {}, 'enum was ["issued"] and is absent'],
  ['another constant', { const: '1.0' }, { const: '2.0' }, 'const was "1.0" and is "2.0"'],
  [
    'another constant whose members have the names of annotations',
    { const: { title: 'a' } },
    { const: { title: 'b' } },
    'const was {"title":"a"}',
  ],
  [
    'one more choice',
    { anyOf: [id, nothing] },
    { anyOf: [id, nothing, { type: 'integer' }] },
    'anyOf was [{',
  ],
  [
    'another choice',
    { anyOf: [id, nothing] },
    { anyOf: [text, nothing] },
    'anyOf.0: format was "uuid" and is absent',
  ],
  ['another format', id, { type: 'string', format: 'email' }, 'format was "uuid" and is "email"'],
  ['another pattern', { pattern: '^a' }, { pattern: '^b' }, 'pattern was "^a" and is "^b"'],
  ['a lower minimum', { minimum: 2 }, { minimum: 1 }, 'minimum was 2 and is 1'],
  ['no minimum', { minimum: 2 }, {}, 'minimum was 2 and is absent'],
  ['a tighter limit', { maxLength: 9 }, { maxLength: 8 }, 'maxLength was 9 and is 8'],
  ['items of any kind', { items: text }, {}, 'items was {"type":"string"} and is absent'],
  ['a reference', text, { ...text, $ref: '#/definitions/text' }, '$ref was absent'],
];

const COMPATIBLE: readonly (readonly [string, JsonSchema, JsonSchema])[] = [
  ['no change', object({ a: id }), object({ a: id })],
  ['a new property', object({}), object({ a: text })],
  ['a new property that is always there', object({}), object({ a: text }, { required: ['a'] })],
  ['other words', { ...text, description: 'a', title: 'a' }, { ...text, examples: ['b'] }],
];

describe('a reader of a schema', () => {
  test.each(BREAKING)('is broken by %s', (_what, before, after, reported) => {
    expect(schemaChanges(before, after)).toEqual([expect.stringContaining(reported)]);
  });

  test.each(COMPATIBLE)('is not broken by %s', (_what, before, after) => {
    expect(schemaChanges(before, after)).toEqual([]);
  });
});

/** Schemas like those of events, small enough for frequent overlaps. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constantFrom('string', 'integer', 'null') }),
    fc.record({ enum: fc.uniqueArray(fc.constantFrom<unknown>('a', 1, null), { minLength: 1 }) }),
    fc.record({ type: fc.constant('integer'), minimum: fc.integer({ min: 0, max: 2 }) }),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
      },
      { requiredKeys: ['type', 'properties'] },
    ),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}));

const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('a', 'b', 0, 1, 2, null),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

/** A schema, with the properties of another one beside its own. */
function extended(schema: JsonSchema, other: JsonSchema): JsonSchema {
  const properties = { ...objectAt(other['properties']), ...objectAt(schema['properties']) };
  return { ...schema, properties };
}

test('a compatible change accepts no value that was rejected before', () => {
  const ajv = new Ajv({ strict: false });
  const values = fc.array(anyValue, { minLength: 20, maxLength: 40 });
  let compatible = 0;
  fc.assert(
    fc.property(anySchema, anySchema, fc.boolean(), values, (before, other, isOwn, some) => {
      const after = isOwn ? other : extended(before, other);
      if (schemaChanges(before, after).length > 0) return;
      compatible += 1;
      const [was, is] = [ajv.compile(before), ajv.compile(after)];
      for (const value of some) if (is(value)) expect(was(value)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  expect(compatible).toBeGreaterThan(100);
});
