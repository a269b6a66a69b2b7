import { describe, expect, test } from '@jest/globals';
import { nullable, required } from './field.js';
import type { ObjectShape } from './object-shape.js';
import { shapeFault, shapeFaults } from './shape-fault.js';

const PERSON: ObjectShape = {
  title: 'Person',
  fields: [
    ...required('string', 'name'),
    ...nullable('object', 'employer'),
    ...nullable('address', 'home'),
    ...required('count', 'children'),
  ],
  members: { employer: { title: 'Employer', fields: required('string', 'name') } },
};
const valid = { name: 'Ada', children: 2 };

describe('an object is rejected for the first of its faults', () => {
  test('which is an unknown field if there is one', () => {
    const fault = shapeFault(PERSON, { name: 1, employer: {}, shoe_size: 43, hat_size: 7 });
    expect(fault).toEqual({ path: ['shoe_size'], message: 'is not a known field' });
  });

  test('in the order of declaration, not of the request', () => {
    expect(shapeFault(PERSON, { children: -1, name: 1 })).toEqual({
      path: ['name'],
      message: 'must be a string',
    });
  });

  test('which within a member is also an unknown field', () => {
    expect(shapeFault(PERSON, { ...valid, employer: { hat_size: 7 } })).toEqual({
      path: ['employer', 'hat_size'],
      message: 'is not a known field',
    });
  });

  test('for the fields of a member before the fields declared after it', () => {
    expect(shapeFault(PERSON, { ...valid, children: -1, employer: {} })).toEqual({
      path: ['employer', 'name'],
      message: 'is required',
    });
  });
});

test('an object has all its faults in this order', () => {
  const faults = shapeFaults(PERSON, {
    ...{ name: 1, children: -1, shoe_size: 43 },
    ...{ employer: { hat_size: 7, name: 2 } },
  });
  expect([...faults].map(({ path, message }) => `${path.join('.')}: ${message}`)).toEqual([
    'shoe_size: is not a known field',
    'name: must be a string',
    'employer.hat_size: is not a known field',
    'employer.name: must be a string',
    expect.stringMatching(/^children: must be /),
  ]);
});

test('null has no members, so none is missing', () => {
  expect(shapeFault(PERSON, { ...valid, employer: null, home: null })).toBeUndefined();
});

test.each([[[{ name: 'Acme' }]], ['Acme'], [7]])('%j is no object with members', (employer) => {
  expect(shapeFault(PERSON, { ...valid, employer })).toEqual({
    path: ['employer'],
    message: 'must be an object',
  });
});

describe.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'then'])(
  'a member that is called %s',
  (name) => {
    /** Parsed from JSON, because an assignment would set the object's prototype. */
    const member = JSON.parse(`{"${name}": {"name": "Acme"}}`) as object;
    const isUnknown = { message: 'is not a known field' };

    test('is not a known field', () => {
      expect(shapeFault(PERSON, { ...valid, ...member })).toEqual({ ...isUnknown, path: [name] });
    });

    test('is not a known field of a member either', () => {
      const path = ['home', name];
      expect(shapeFault(PERSON, { ...valid, home: member })).toEqual({ ...isUnknown, path });
    });
  },
);
