import { expect, test } from '@jest/globals';
import { faultOf } from './field-fault.js';
import { FIELD_TYPES, ruleOf, type FieldType } from './field-types.js';
import { required } from './field.js';

const TYPES = Object.keys(FIELD_TYPES) as FieldType[];

test.each(TYPES)('the example of the type %s is a valid value of the type', (type) => {
  const [field] = required(type, 'any');
  const [example] = ruleOf(type).schema.examples;
  expect(field && faultOf(field, example)).toBeUndefined();
});

test.each(TYPES.filter((type) => ruleOf(type).stored))(
  'the stored form of the example of the type %s is the example of an answer',
  (type) => {
    const { schema, stored, storedSchema } = ruleOf(type);
    const [example] = schema.examples;
    const { examples, pattern } = storedSchema ?? schema;
    expect([stored?.(example)]).toEqual(examples);
    expect(stored?.(example)).toMatch(new RegExp(typeof pattern === 'string' ? pattern : ''));
  },
);
