import { expect, test } from '@jest/globals';
import { templateBySlug } from '../datasets.js';
import { kybCertificate as kyb } from '../products/kyb-certificate.js';
import { kybContribution } from './kyb-contribution.js';
import { sealedFieldsOf, storedSections, storedTemplate } from './stored-models.js';

const verification = templateBySlug('business_identity_verification');
if (!verification) throw new Error('the catalogue is incomplete');

const furnished = {
  network_furnisher_id: '7c1d7f52-53f0-4b7f-9c4e-0a40a36a2a10',
  business_identity_verification_timestamp: '2025-03-01T10:00:00+02:00',
  business_registration_identifier_from_jurisdiction_of_formation: 123456,
  business_address_verification_result: 'match',
  business_entity_type: 'llc',
  business_identity_verification_overall_primary_source: 'state registry',
  business_identity_verification_overall_status: 'Verified',
  business_jurisdiction_of_formation: 'US-MA',
  business_operating_address_city: 'Boston',
  business_operating_address_country: 'US',
  business_operating_address_line_1: '2 High St',
  business_operating_address_zip: null,
  business_operational_existence_status: 'active',
  business_registered_address_city: 'Cambridge',
  business_registered_address_country: 'US',
  business_registered_address_line_1: '1 Main St',
  business_registered_address_zip: 2139,
  business_registration_status: 'good_standing',
  business_tax_identifier_type: 'EIN',
  business_tax_identifier_value: '01-2345678',
  tax_id_validation_result: 'valid',
};

const contributionOf = (request: object) =>
  kybContribution(verification.slug, storedTemplate(verification, { ...request }));

test('a furnished identity verification feeds the identity section of the certificate', () => {
  expect(contributionOf(furnished)).toEqual([
    {
      model: 'business_identity_verification',
      performedAt: '2025-03-01T08:00:00.000Z',
      assertions: {
        business_identity_verification_assertion: true,
        business_identity_verification_performed_timestamp: '2025-03-01T10:00:00+02:00',
      },
      data: {
        business_formation_document_artifact: null,
        business_dba_name: null,
        business_website_url: null,
        business_jurisdiction_of_formation: 'US-MA',
        business_registration_identifier: '123456',
        business_identity_verification_sources: ['state registry'],
        business_entity_type: 'llc',
        business_registration_status: 'good_standing',
        business_operational_existence_status: 'active',
        business_tax_id_validation_result: 'valid',
        business_address_verification_result: 'match',
        business_registered_address: {
          line_1: '1 Main St',
          line_2: null,
          city: 'Cambridge',
          state: null,
          zip: '02139',
          country: 'US',
        },
        business_operating_address: {
          line_1: '2 High St',
          line_2: null,
          city: 'Boston',
          state: null,
          zip: null,
          country: 'US',
        },
      },
    },
  ]);
});

test.each([
  ['not_verified', false],
  ['failed', false],
  ['complete', null],
  ['pending', null],
  ['partially verified', null],
])('a status %p is the assertion %p', (status, expected) => {
  const [section] = contributionOf({
    ...furnished,
    business_identity_verification_overall_status: status,
  });
  expect(section?.assertions['business_identity_verification_assertion']).toBe(expected);
});

test('the tax identifier is stored encrypted, and is in no section', () => {
  expect(sealedFieldsOf(verification)).toEqual(['business_tax_identifier_value']);
  expect(JSON.stringify(contributionOf(furnished))).not.toContain('2345678');
});

test('identity fields of the subject and members about the exchange are not stored', () => {
  const stored = storedTemplate(verification, furnished)[verification.slug];
  expect(stored).not.toHaveProperty('network_furnisher_id');
  expect(stored).not.toHaveProperty('business_operating_address_zip');
});

test('a furnished section is stored complete, in the order of the catalogue', () => {
  const data = {
    business_control_persons_identified_count: 0,
    business_dba_name: 'Acme',
  };
  const models = storedSections(kyb, {
    business_identity: { business_legal_name: 'Acme LLC' },
    business_ownership_control_verification: { data },
    business_risk_compliance_assessment: { assertions: {}, data: { business_dba_name: null } },
  });
  expect(Object.keys(models)).toEqual(['business_ownership_control_verification']);
  const [section] = kybContribution(kyb.slug, models);
  expect(section).toMatchObject({ data, performedAt: null });
  expect(Object.keys(section?.data ?? {})).toEqual(kyb.models[1]?.data.map(({ name }) => name));
});

test('a data set that feeds no certificate contributes nothing', () => {
  expect(kybContribution('total_consumer_assets', { total_consumer_assets: {} })).toEqual([]);
  expect(kybContribution('unheard_of', {})).toEqual([]);
});
