/** A business that both demo banks have verified, with different data. */
export function demoBusiness(registrationIdentifier: string) {
  return {
    business_legal_name: 'Example Hardware LLC',
    business_dba_name: 'Example Hardware',
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier_from_jurisdiction_of_formation: registrationIdentifier,
    business_website_url: 'https://hardware.example',
  };
}

export interface Verification {
  /** ISO 8601. */
  readonly performedAt: string;
  readonly source: string;
  readonly operatingCity: string;
}

/** The three sections of a KYB verification, in the shape in which a query returns them. */
export function demoSections(registrationIdentifier: string, verification: Verification) {
  const common = {
    business_dba_name: 'Example Hardware',
    business_website_url: 'https://hardware.example',
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier: registrationIdentifier,
  };
  return {
    business_identity_verification: identity(common, verification),
    business_ownership_control_verification: ownership(common, verification),
    business_risk_compliance_assessment: risk(common, verification),
  };
}

function identity(common: object, { performedAt, source, operatingCity }: Verification) {
  return {
    assertions: {
      business_identity_verification_assertion: true,
      business_identity_verification_performed_timestamp: performedAt,
    },
    data: {
      ...common,
      business_formation_document_artifact: 'certificate-of-formation.pdf',
      business_identity_verification_sources: [source],
      business_entity_type: 'limited_liability_company',
      business_registration_status: 'active',
      business_operational_existence_status: 'operating',
      business_tax_id_validation_result: 'match',
      business_address_verification_result: 'verified',
      business_registered_address: address('1209 Orange Street', 'Wilmington', 'DE', '19801'),
      business_operating_address: address('1 Main Street', operatingCity, 'MA', '02139'),
    },
  };
}

function ownership(common: object, { performedAt, source }: Verification) {
  return {
    assertions: {
      business_ownership_control_verification_assertion: true,
      business_ownership_control_verification_timestamp: performedAt,
    },
    data: {
      ...common,
      business_ownership_evidence_artifact: 'operating-agreement.pdf',
      business_ownership_control_verification_overall_primary_source: source,
      business_authority_determination_basis: 'operating_agreement',
      business_beneficial_ownership_determination_method: 'document_review',
      business_beneficial_ownership_threshold_applied: '25_percent',
      business_control_authority_evidence_reviewed_type: 'operating_agreement',
      business_control_determination_basis: 'managing_member',
      business_ownership_control_verification_overall_status: 'verified',
      business_ownership_evidence_reviewed_type: 'operating_agreement',
      business_authorized_representatives_identified_count: 1,
      business_beneficial_owners_identified_count: 2,
      business_control_persons_identified_count: 1,
    },
  };
}

/** A test of a querying policy: a limited liability company of an attested furnisher is issued. */
export function limitedCompanyTest(furnisherId: string) {
  return {
    name: 'a limited liability company is issued',
    at: '2026-06-01T00:00:00Z',
    query: {
      querying_entity_id: 'Querying Bank',
      product_slug: 'kyb_certificate',
      permissible_purpose: 'customer_due_diligence',
    },
    attestations: [{ entity_id: furnisherId, expires_at: '2027-01-01T00:00:00Z' }],
    records: [
      {
        furnishing_entity_id: furnisherId,
        furnished_at: '2026-05-02T00:00:00Z',
        business_identity_verification: {
          assertions: {
            business_identity_verification_performed_timestamp: '2026-05-01T00:00:00Z',
          },
          data: { business_entity_type: 'limited_liability_company' },
        },
      },
    ],
    expected: { outcome: 'issued' },
  };
}

function risk(common: object, { performedAt, source }: Verification) {
  return {
    assertions: {
      business_risk_compliance_verification_assertion: true,
      business_risk_compliance_timestamp: performedAt,
    },
    data: {
      ...common,
      business_primary_activity_classification_code: '444140',
      business_primary_activity_classification_system: 'NAICS',
      business_activity_risk_level: 'low',
      business_adverse_media_assessment_result: 'none_found',
      business_compliance_screening_scope_applied: 'sanctions_and_adverse_media',
      business_restricted_activity_assessment_result: 'not_restricted',
      business_risk_compliance_assessment_overall_primary_source: source,
      business_risk_compliance_assessment_overall_status: 'passed',
      business_sanctions_screening_result: 'no_match',
      business_risk_compliance_assessment_timestamp: performedAt,
    },
  };
}

function address(line1: string, city: string, state: string, zip: string) {
  return { line_1: line1, line_2: null, city, state, zip, country: 'US' };
}
