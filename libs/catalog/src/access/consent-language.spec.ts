import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { DATASETS } from '../datasets.js';
import {
  covers,
  fieldDefinitionsOf,
  parseConsentedFields,
  parseScope,
  unknownFieldNames,
  unknownScopeNames,
} from './consent-language.js';
import { FieldAccess } from './field-access.js';
import { modelsOf } from './field-names.js';

const slug = fc.constantFrom(...DATASETS.map((dataset) => dataset.slug));
const field = fc.constantFrom(
  ...DATASETS.flatMap(modelsOf).flatMap(({ model, fields }) =>
    [...fields, '*'].map((name) => `${model}.${name}`),
  ),
);

test('a scope covers the slugs that it names, and all of them with a star', () => {
  fc.assert(
    fc.property(fc.array(slug), slug, (slugs, asked) => {
      expect(covers(slugs.join('  '), asked)).toBe(slugs.includes(asked));
      expect(covers([...slugs, '*'].join(' '), asked)).toBe(true);
      expect(unknownScopeNames(slugs.join(' '))).toEqual([]);
    }),
  );
  expect(covers('', 'kyb_certificate')).toBe(false);
  expect(parseScope(' a  b a ')).toEqual(['a', 'b']);
});

test('every field of the catalogue can be consented to, and is then readable', () => {
  fc.assert(
    fc.property(fc.uniqueArray(field, { minLength: 1 }), (fields) => {
      const written = fields.join(' , ');
      expect(unknownFieldNames(written)).toEqual([]);
      expect(parseConsentedFields(written)).toEqual(fields);
      const access = FieldAccess.of(fieldDefinitionsOf(written));
      for (const [model = '', name = ''] of fields.map((one) => one.split('.'))) {
        expect(access.allows(model, name)).toBe(true);
      }
    }),
  );
});

test('unknown names are reported', () => {
  expect(unknownScopeNames('* kyb_certificate kyb passport')).toEqual(['kyb', 'passport']);
  expect(
    unknownFieldNames(
      'business_identity_verification.*, business_identity_verification.shoe_size, nothing.*, *, constructor.name, business_identity_verification',
    ),
  ).toEqual([
    'business_identity_verification.shoe_size',
    'nothing.*',
    'constructor.name',
    'business_identity_verification',
  ]);
});

test('a grant of everything has one definition', () => {
  expect(fieldDefinitionsOf('*')).toEqual(['*']);
  expect(fieldDefinitionsOf('total_consumer_assets.*, *')).toEqual(['*']);
});
