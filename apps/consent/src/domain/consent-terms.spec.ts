import { datasetSlugs, fieldNames } from '../testing/catalogue-names.js';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { amendedTerms, newTerms } from './consent-terms.js';

const NOW = new Date('2025-03-10T08:00:00.000Z');

const blank = fc.string({ unit: fc.constantFrom(' ', '\t', '\n'), minLength: 1, maxLength: 3 });
const margin = fc.string({ unit: fc.constantFrom(' ', '\t'), maxLength: 2 });
const slugs = fc.array(fc.constantFrom('*', ...datasetSlugs), { minLength: 1, maxLength: 6 });
const fields = fc.array(fc.constantFrom('*', ...fieldNames), { minLength: 1, maxLength: 6 });

const unique = (names: readonly string[]) => [...new Set(names)];

describe('the terms of a consent', () => {
  test('list each product once, whatever the spacing', () => {
    fc.assert(
      fc.property(slugs, blank, margin, (names, space, edge) => {
        const { scope } = newTerms({ scope: edge + names.join(space) + edge }, NOW);
        expect(scope).toBe(unique(names).join(' '));
        expect(newTerms({ scope }, NOW).scope).toBe(scope);
      }),
    );
  });

  test('list each field once, whatever the spacing', () => {
    fc.assert(
      fc.property(fields, margin, margin, (names, before, after) => {
        const given = names.map((name) => before + name + after).join(',');
        const { consentedFields } = newTerms({ consentedFields: given }, NOW);
        expect(consentedFields).toBe(unique(names).join(','));
        expect(newTerms({ consentedFields }, NOW).consentedFields).toBe(consentedFields);
      }),
    );
  });

  test('reject a name that the catalogue does not have, and state it', () => {
    const name = fc.stringMatching(/^[a-z_.*]{1,20}$/);
    fc.assert(
      fc.property(slugs, fields, name, (some, others, stranger) => {
        fc.pre(!['*', ...datasetSlugs, ...fieldNames].includes(stranger));
        const scope = [...some, stranger].join(' ');
        const consentedFields = [...others, stranger].join(',');
        expect(() => newTerms({ scope }, NOW)).toThrow(
          `there is no product or template ${stranger}`,
        );
        expect(() => newTerms({ consentedFields }, NOW)).toThrow(`there is no field ${stranger}`);
      }),
    );
  });

  test.each(['', ' ', '\t\n'])('reject an empty list (%j)', (nothing) => {
    expect(() => newTerms({ scope: nothing }, NOW)).toThrow('scope must not be empty');
    expect(() => newTerms({ consentedFields: `${nothing},${nothing}` }, NOW)).toThrow(
      'consented_fields must not be empty',
    );
  });

  test('reject an expiry in the past', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), (expiresAt) => {
        const terms = () => amendedTerms({ expiresAt }, NOW);
        if (expiresAt > NOW) expect(terms()).toEqual({ expiresAt });
        else expect(terms).toThrow('expires_at must be in the future');
      }),
      { examples: [[NOW], [new Date(NOW.getTime() + 1)]] },
    );
  });

  test('of an amendment hold only the given members, and at least one is required', () => {
    const given = fc.record(
      {
        scope: fc.constant('*'),
        consentedFields: fc.constant('*'),
        expiresAt: fc.constant(new Date('2030-01-01')),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(given, (input) => {
        const terms = () => amendedTerms(input, NOW);
        if (Object.keys(input).length > 0) expect(terms()).toEqual(input);
        else expect(terms).toThrow('at least one of scope, expires_at, consented_fields');
      }),
    );
  });
});
