import type { WordTable } from '../fields/field.js';
import { BUSINESS_WORDS } from '../subjects/business.js';
import {
  ASSESSMENT_STATUSES,
  EXISTENCE_STATUSES,
  MATCH_RESULTS,
  REGISTRATION_STATUSES,
  RISK_LEVELS,
  SCREENING_RESULTS,
} from './known-values.js';

const DOCUMENT = 'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg==';

/** The words of the fields of the KYB certificate (contract 2.8). */
export const KYB_WORDS: WordTable = {
  ...BUSINESS_WORDS,
  business_identity_verification_assertion: 'Whether the identity was verified.',
  business_identity_verification_performed_timestamp: 'The time of the verification.',
  business_formation_document_artifact: ['The formation document, in Base64.', DOCUMENT],
  business_identity_verification_sources: [
    'The sources of the verification.',
    ['Delaware Division of Corporations'],
  ],
  business_registration_status: [
    'The status of the registration.',
    'active',
    REGISTRATION_STATUSES,
  ],
  business_operational_existence_status: [
    'Whether the business operates.',
    'operating',
    EXISTENCE_STATUSES,
  ],
  business_tax_id_validation_result: [
    'The result of validating the tax identifier.',
    'match',
    MATCH_RESULTS,
  ],
  business_address_verification_result: [
    'The result of verifying the address.',
    'match',
    MATCH_RESULTS,
  ],
  business_registered_address: 'The registered address.',
  business_operating_address: 'The address from which it operates.',
  business_ownership_control_verification_assertion: 'Whether ownership and control were verified.',
  business_ownership_control_verification_timestamp: 'The time of the verification.',
  business_ownership_evidence_artifact: ['The evidence of ownership, in Base64.', DOCUMENT],
  business_ownership_control_verification_overall_primary_source: [
    'The main source of the verification.',
    'operating agreement',
  ],
  business_authority_determination_basis: [
    'The basis for determining who may act for the business.',
    'operating agreement',
  ],
  business_beneficial_ownership_determination_method: [
    'The method for determining the beneficial owners.',
    'ownership chart',
  ],
  business_beneficial_ownership_threshold_applied: [
    'The share from which an owner is a beneficial owner.',
    '25 percent',
  ],
  business_control_authority_evidence_reviewed_type: [
    'The kind of evidence about control that was reviewed.',
    'board resolution',
  ],
  business_control_determination_basis: [
    'The basis for determining the persons in control.',
    'managing member',
  ],
  business_ownership_control_verification_overall_status: [
    'The overall result of the verification.',
    'verified',
    ASSESSMENT_STATUSES,
  ],
  business_ownership_evidence_reviewed_type: [
    'The kind of evidence about ownership that was reviewed.',
    'membership ledger',
  ],
  business_authorized_representatives_identified_count: [
    'The number of authorized representatives.',
    1,
  ],
  business_beneficial_owners_identified_count: ['The number of beneficial owners.', 2],
  business_control_persons_identified_count: ['The number of persons in control.', 1],
  business_risk_compliance_verification_assertion: 'Whether risk and compliance were assessed.',
  business_risk_compliance_timestamp: 'The time of the assessment.',
  business_primary_activity_classification_code: ['The code of the primary activity.', '444140'],
  business_primary_activity_classification_system: [
    'The classification that the code belongs to.',
    'NAICS 2022',
  ],
  business_activity_risk_level: ['The risk of the activity.', 'low', RISK_LEVELS],
  business_adverse_media_assessment_result: [
    'The result of the adverse media search.',
    'no match',
    SCREENING_RESULTS,
  ],
  business_compliance_screening_scope_applied: [
    'The persons and lists that were screened.',
    'business and beneficial owners',
  ],
  business_restricted_activity_assessment_result: [
    'Whether the business has a restricted activity.',
    'none',
  ],
  business_risk_compliance_assessment_overall_primary_source: [
    'The main source of the assessment.',
    'internal review',
  ],
  business_risk_compliance_assessment_overall_status: [
    'The overall result of the assessment.',
    'passed',
    ASSESSMENT_STATUSES,
  ],
  business_sanctions_screening_result: [
    'The result of the sanctions screening.',
    'no match',
    SCREENING_RESULTS,
  ],
  business_risk_compliance_assessment_timestamp: 'The time at which the data was assessed.',
};
