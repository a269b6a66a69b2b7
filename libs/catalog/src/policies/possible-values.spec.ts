import { expect, test } from '@jest/globals';
import { fieldsOf } from '../product.js';
import { kybCertificate } from '../products/kyb-certificate.js';
import { ENTITY_TYPES } from '../words/known-values.js';
import { listedValuesIn } from './possible-values.js';

const listed = new Map(
  kybCertificate.models
    .flatMap(fieldsOf)
    .map((field) => [field.name, listedValuesIn(kybCertificate, field)]),
);

test('the usual values of a text and both values of a boolean are listed', () => {
  expect(listed.get('business_entity_type')).toEqual(ENTITY_TYPES);
  expect(listed.get('business_identity_verification_assertion')).toEqual(['true', 'false']);
});

test.each([
  'business_dba_name',
  'business_registration_identifier',
  'business_registered_address',
  'business_beneficial_owners_identified_count',
  'business_identity_verification_performed_timestamp',
])('no value of %s is listed', (name) => {
  expect(listed.get(name)).toEqual([]);
});
