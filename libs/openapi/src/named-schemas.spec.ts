import { expect, test } from '@jest/globals';
import { NamedSchemas } from './named-schemas.js';

test('a named schema is in the document once, wherever it is used', () => {
  const schemas = new NamedSchemas();
  const inner = { title: 'Inner', type: 'string' };
  const outer = { type: 'array', items: { title: 'Outer', properties: { inner } } };
  expect(schemas.take([outer, inner])).toEqual([
    { type: 'array', items: { $ref: '#/components/schemas/Outer' } },
    { $ref: '#/components/schemas/Inner' },
  ]);
  expect(schemas.all).toEqual({
    Inner: { type: 'string' },
    Outer: { properties: { inner: { $ref: '#/components/schemas/Inner' } } },
  });
});

test('two different schemas cannot have the same name', () => {
  const schemas = new NamedSchemas();
  schemas.take({ title: 'Name', type: 'string' });
  expect(() => schemas.take({ title: 'Name', type: 'integer' })).toThrow('named Name');
});

test('a value with a title is unchanged', () => {
  const schema = { type: 'object', example: { title: 'Dr.' } };
  expect(new NamedSchemas().take(schema)).toEqual(schema);
});

test('each value of a named list has a name that no other list has', () => {
  const schemas = new NamedSchemas();
  const statuses = { title: 'ConsentStatus', type: 'string', enum: ['active', 'no-longer:read'] };
  schemas.take([statuses, { ...statuses, title: 'AccountStatus' }]);
  expect(schemas.all).toMatchObject({
    AccountStatus: {
      'x-enum-varnames': ['AccountStatusActive', 'AccountStatusNoLongerRead'],
    },
    ConsentStatus: {
      enum: ['active', 'no-longer:read'],
      'x-enum-varnames': ['ConsentStatusActive', 'ConsentStatusNoLongerRead'],
    },
  });
});
