import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DATASETS } from '../datasets.js';
import { governedModelsOf } from '../access/field-names.js';
import { ENTITY_TYPES } from '../words/known-values.js';
import { misspelled } from './near-values.js';
import { knownValuesIn } from './possible-values.js';

describe('a text', () => {
  test.each([
    ['corporatoin', 'corporation'],
    ['corpration', 'corporation'],
    ['limited_liabilty_company', 'limited_liability_company'],
    ['turst', 'trust'],
  ])('%s is a misspelling of a known value, named first', (text, meant) => {
    expect(misspelled(text, ENTITY_TYPES)[0]).toBe(meant);
  });

  test.each(['corporation', 'Corporation', 'limited liability company', 'GmbH', 'llp', 'banana'])(
    '%s is none',
    (text) => {
      expect(misspelled(text, ENTITY_TYPES)).toEqual([]);
    },
  );
});

test('a known value of a field is not a misspelling of another one', () => {
  const known = DATASETS.flatMap((dataset) =>
    governedModelsOf(dataset).flatMap(({ fields }) =>
      fields.map((field) => knownValuesIn(dataset, field)),
    ),
  ).filter((values) => values.length > 0);
  expect(known.length).toBeGreaterThan(20);
  for (const values of known) {
    for (const value of values) expect(misspelled(value, values)).toEqual([]);
  }
});

test('two neighbouring letters of a long known value exchanged lead to it', () => {
  const long = ENTITY_TYPES.filter(({ length }) => length > 4);
  fc.assert(
    fc.property(fc.constantFrom(...long), fc.nat(), (value, at) => {
      const place = at % (value.length - 1);
      const text =
        value.slice(0, place) +
        value
          .slice(place, place + 2)
          .split('')
          .reverse()
          .join('') +
        value.slice(place + 2);
      // A separator at the end is not one.
      fc.pre(!value.slice(place, place + 2).includes('_') && text !== value);
      expect(misspelled(text, ENTITY_TYPES)).toContain(value);
    }),
  );
});
