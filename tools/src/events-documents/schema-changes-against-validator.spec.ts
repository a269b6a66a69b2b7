import { expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { JsonSchema } from './json-schema.js';
import { schemaChanges } from './schema-changes.js';

/** Schemas like those of events, small enough for frequent overlaps. */
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record(
      { type: fc.constantFrom('string', 'integer', 'number', 'null', 'boolean') },
      { requiredKeys: ['type'] },
    ),
    fc.record({
      enum: fc.uniqueArray(fc.constantFrom<unknown>('a', 'b', 1, null), { minLength: 1 }),
    }),
    fc.record(
      {
        type: fc.constant('integer'),
        minimum: fc.integer({ min: 0, max: 2 }),
        maximum: fc.integer({ min: 0, max: 2 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('schema'), { maxKeys: 2 }),
        required: fc.uniqueArray(fc.constantFrom('a', 'b')),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), tie('schema'), {
          maxKeys: 1,
        }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        minItems: fc.integer({ min: 0, max: 2 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
  ),
}));

/** Values, valid and invalid in these schemas. */
const { value: anyValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>('a', 'b', 'c', 0, 1, 2, 3, 0.5, null, true),
    fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), tie('value'), { maxKeys: 3 }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));

/** Two arbitrary schemas, or a schema and a modification of it. */
const twoSchemas = fc
  .tuple(anySchema, anySchema, fc.constantFrom('as it is', 'over it', 'under it'))
  .map(([before, other, made]): readonly [JsonSchema, JsonSchema] => [
    before,
    made === 'as it is'
      ? other
      : made === 'over it'
        ? { ...before, ...other }
        : { ...other, ...before },
  ]);

test('a change reported as compatible accepts no value that was rejected before', () => {
  const ajv = new Ajv({ strict: false });
  let unbroken = 0;
  fc.assert(
    fc.property(
      twoSchemas,
      fc.array(anyValue, { minLength: 20, maxLength: 40 }),
      ([before, after], values) => {
        if (schemaChanges(before, after).length > 0) return;
        unbroken += 1;
        const [was, is] = [ajv.compile(before), ajv.compile(after)];
        for (const value of values) if (is(value)) expect(was(value)).toBe(true);
      },
    ),
    { numRuns: 3_000 },
  );
  expect(unbroken).toBeGreaterThan(100);
});
