import { expect, test } from '@jest/globals';
import type { Field } from '../fields/field.js';
import { kybCertificate } from './kyb-certificate.js';

const words = (text: string) => text.trim().split(/\s+/);
const COMMON = words(`business_dba_name:string business_website_url:string
  business_jurisdiction_of_formation:string business_registration_identifier:string`);

/** Contract 2.8, copied. */
const CONTRACT = {
  business_identity_verification: {
    assertions: words(`business_identity_verification_assertion:boolean
      business_identity_verification_performed_timestamp:date-time`),
    data: [
      ...COMMON,
      ...words(`business_formation_document_artifact:string
        business_identity_verification_sources:string[] business_entity_type:string
        business_registration_status:string business_operational_existence_status:string
        business_tax_id_validation_result:string business_address_verification_result:string
        business_registered_address:address business_operating_address:address`),
    ],
  },
  business_ownership_control_verification: {
    assertions: words(`business_ownership_control_verification_assertion:boolean
      business_ownership_control_verification_timestamp:date-time`),
    data: [
      ...COMMON,
      ...words(`business_ownership_evidence_artifact:string
        business_ownership_control_verification_overall_primary_source:string
        business_authority_determination_basis:string
        business_beneficial_ownership_determination_method:string
        business_beneficial_ownership_threshold_applied:string
        business_control_authority_evidence_reviewed_type:string
        business_control_determination_basis:string
        business_ownership_control_verification_overall_status:string
        business_ownership_evidence_reviewed_type:string
        business_authorized_representatives_identified_count:count
        business_beneficial_owners_identified_count:count
        business_control_persons_identified_count:count`),
    ],
  },
  business_risk_compliance_assessment: {
    assertions: words(`business_risk_compliance_verification_assertion:boolean
      business_risk_compliance_timestamp:date-time`),
    data: [
      ...COMMON,
      ...words(`business_primary_activity_classification_code:string
        business_primary_activity_classification_system:string business_activity_risk_level:string
        business_adverse_media_assessment_result:string
        business_compliance_screening_scope_applied:string
        business_restricted_activity_assessment_result:string
        business_risk_compliance_assessment_overall_primary_source:string
        business_risk_compliance_assessment_overall_status:string
        business_sanctions_screening_result:string
        business_risk_compliance_assessment_timestamp:date-time`),
    ],
  },
};

const listed = (fields: readonly Field[]) =>
  fields.map((field) => `${field.name}:${field.type}`).sort();

test('the KYB certificate has exactly the sections and fields of contract 2.8', () => {
  const sections = kybCertificate.models.map(({ name, assertions, data }) => [
    name,
    { assertions: listed(assertions), data: listed(data) },
  ]);
  expect(Object.fromEntries(sections)).toEqual(
    Object.fromEntries(
      Object.entries(CONTRACT).map(([name, { assertions, data }]) => [
        name,
        { assertions: [...assertions].sort(), data: [...data].sort() },
      ]),
    ),
  );
});

test('each section has an assertion with its time of verification', () => {
  for (const { assertions, performedAt } of kybCertificate.models) {
    expect(assertions).toContainEqual(
      expect.objectContaining({ name: performedAt, type: 'date-time' }),
    );
  }
});

test('the id of the KYB certificate is the same in every environment', () => {
  expect(kybCertificate.id).toBe('ea096894-dbd8-563c-89a9-f6c8c80310ef');
});
