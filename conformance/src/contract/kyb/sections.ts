import type { Values } from '../../run/expect.js';
import { fields, type Field } from '../../shape/fields.js';
import { record, type Shape } from '../../shape/shape.js';
import { AT } from '../templates/template.js';

/** One of the three sections of a KYB result (contract 2.8). */
export interface Section {
  readonly name: string;
  readonly shape: Shape;
  /** The fields of its assertions and data. */
  readonly fields: readonly Field[];
  /** A section with a value for every field, in the shape in which it is furnished and returned. */
  readonly example: { readonly assertions: Values; readonly data: Values };
}

const ADDRESS = record('line_1? line_2? city? state? zip? country?: string | null');

const NAMED = {
  business_dba_name: 'Conformance Hardware',
  business_website_url: 'https://hardware.example',
  business_jurisdiction_of_formation: 'US-DE',
  business_registration_identifier: '5550123',
};

const NAMED_FIELDS = `business_dba_name business_website_url business_jurisdiction_of_formation
  business_registration_identifier: string | null`;

/** A field that is disabled, not consented or absent is null (design 9). */
const IDENTITY_DATA = `
  business_formation_document_artifact: string | null
  ${NAMED_FIELDS}
  business_identity_verification_sources: string[] | null
  business_entity_type business_registration_status business_operational_existence_status
  business_tax_id_validation_result business_address_verification_result: string | null
  business_registered_address business_operating_address: object | null`;

const OWNERSHIP_DATA = `
  business_ownership_evidence_artifact: string | null
  ${NAMED_FIELDS}
  business_ownership_control_verification_overall_primary_source
  business_authority_determination_basis business_beneficial_ownership_determination_method
  business_beneficial_ownership_threshold_applied
  business_control_authority_evidence_reviewed_type business_control_determination_basis
  business_ownership_control_verification_overall_status
  business_ownership_evidence_reviewed_type: string | null
  business_authorized_representatives_identified_count
  business_beneficial_owners_identified_count
  business_control_persons_identified_count: integer | null`;

const RISK_DATA = `
  ${NAMED_FIELDS}
  business_primary_activity_classification_code business_primary_activity_classification_system
  business_activity_risk_level business_adverse_media_assessment_result
  business_compliance_screening_scope_applied business_restricted_activity_assessment_result
  business_risk_compliance_assessment_overall_primary_source
  business_risk_compliance_assessment_overall_status
  business_sanctions_screening_result: string | null
  business_risk_compliance_assessment_timestamp: date-time | null`;

export const SECTIONS: readonly Section[] = [
  section('business_identity_verification', {
    assertions: `business_identity_verification_assertion: boolean | null
      business_identity_verification_performed_timestamp: date-time | null`,
    data: IDENTITY_DATA,
    members: { business_registered_address: ADDRESS, business_operating_address: ADDRESS },
    example: {
      assertions: {
        business_identity_verification_assertion: true,
        business_identity_verification_performed_timestamp: AT,
      },
      data: {
        business_formation_document_artifact: 'certificate-of-formation.pdf',
        ...NAMED,
        business_identity_verification_sources: ['state_registry', 'tax_authority'],
        business_entity_type: 'limited_liability_company',
        business_registration_status: 'active',
        business_operational_existence_status: 'operating',
        business_tax_id_validation_result: 'match',
        business_address_verification_result: 'verified',
        business_registered_address: address('1209 Orange Street', 'Wilmington', 'DE', '19801'),
        business_operating_address: address('1 Main Street', 'Cambridge', 'MA', '02139'),
      },
    },
  }),
  section('business_ownership_control_verification', {
    assertions: `business_ownership_control_verification_assertion: boolean | null
      business_ownership_control_verification_timestamp: date-time | null`,
    data: OWNERSHIP_DATA,
    example: {
      assertions: {
        business_ownership_control_verification_assertion: true,
        business_ownership_control_verification_timestamp: AT,
      },
      data: {
        business_ownership_evidence_artifact: 'operating-agreement.pdf',
        ...NAMED,
        business_ownership_control_verification_overall_primary_source: 'operating_agreement',
        business_authority_determination_basis: 'operating_agreement',
        business_beneficial_ownership_determination_method: 'document_review',
        business_beneficial_ownership_threshold_applied: '25_percent',
        business_control_authority_evidence_reviewed_type: 'operating_agreement',
        business_control_determination_basis: 'managing_member',
        business_ownership_control_verification_overall_status: 'verified',
        business_ownership_evidence_reviewed_type: 'operating_agreement',
        business_authorized_representatives_identified_count: 1,
        business_beneficial_owners_identified_count: 2,
        business_control_persons_identified_count: 0,
      },
    },
  }),
  section('business_risk_compliance_assessment', {
    assertions: `business_risk_compliance_verification_assertion: boolean | null
      business_risk_compliance_timestamp: date-time | null`,
    data: RISK_DATA,
    example: {
      assertions: {
        business_risk_compliance_verification_assertion: true,
        business_risk_compliance_timestamp: AT,
      },
      data: {
        ...NAMED,
        business_primary_activity_classification_code: '444140',
        business_primary_activity_classification_system: 'NAICS',
        business_activity_risk_level: 'low',
        business_adverse_media_assessment_result: 'none_found',
        business_compliance_screening_scope_applied: 'sanctions_and_adverse_media',
        business_restricted_activity_assessment_result: 'not_restricted',
        business_risk_compliance_assessment_overall_primary_source: 'screening_provider',
        business_risk_compliance_assessment_overall_status: 'passed',
        business_sanctions_screening_result: 'no_match',
        business_risk_compliance_assessment_timestamp: AT,
      },
    },
  }),
];

/** Every section with every field, by name. */
export const FURNISHED_SECTIONS: Readonly<Record<string, Section['example']>> = Object.fromEntries(
  SECTIONS.map(({ name, example }) => [name, example]),
);

interface Tables {
  readonly assertions: string;
  readonly data: string;
  readonly members?: Readonly<Record<string, Shape>>;
  readonly example: Section['example'];
}

function section(name: string, { assertions, data, members = {}, example }: Tables): Section {
  return {
    name,
    example,
    fields: [...fields(assertions), ...fields(data)],
    shape: record(
      'assertions data: object  furnishing_entity_id: uuid  attestation_id: uuid | null',
      { assertions: record(assertions), data: record(data, members) },
    ),
  };
}

function address(line1: string, city: string, state: string, zip: string): Values {
  return { line_1: line1, line_2: null, city, state, zip, country: 'US' };
}
