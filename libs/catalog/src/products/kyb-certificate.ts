import { large, nullable } from '../fields/field.js';
import { product } from '../product.js';
import { KYB_WORDS } from '../words/kyb-certificate.js';
import { businessIdentityFields } from '../subjects/business.js';

/** The business id in each section. */
const BUSINESS = nullable(
  'string',
  'business_dba_name',
  'business_website_url',
  'business_jurisdiction_of_formation',
  'business_registration_identifier',
);

/**
 * The KYB certificate (contract 2.8). Every field is optional and nullable, because a section is
 * furnished in the same shape in which a query returns it (design 8).
 */
export const kybCertificate = product({
  slug: 'kyb_certificate',
  subject: 'business',
  identity: businessIdentityFields,
  words: KYB_WORDS,
  models: [
    {
      name: 'business_identity_verification',
      performedAt: 'business_identity_verification_performed_timestamp',
      assertions: [
        ...nullable('boolean', 'business_identity_verification_assertion'),
        ...nullable('date-time', 'business_identity_verification_performed_timestamp'),
      ],
      data: [
        ...large(nullable('string', 'business_formation_document_artifact')),
        ...BUSINESS,
        ...nullable('string[]', 'business_identity_verification_sources'),
        ...nullable(
          'string',
          'business_entity_type',
          'business_registration_status',
          'business_operational_existence_status',
          'business_tax_id_validation_result',
          'business_address_verification_result',
        ),
        ...nullable('address', 'business_registered_address', 'business_operating_address'),
      ],
    },
    {
      name: 'business_ownership_control_verification',
      performedAt: 'business_ownership_control_verification_timestamp',
      assertions: [
        ...nullable('boolean', 'business_ownership_control_verification_assertion'),
        ...nullable('date-time', 'business_ownership_control_verification_timestamp'),
      ],
      data: [
        ...large(nullable('string', 'business_ownership_evidence_artifact')),
        ...BUSINESS,
        ...nullable(
          'string',
          'business_ownership_control_verification_overall_primary_source',
          'business_authority_determination_basis',
          'business_beneficial_ownership_determination_method',
          'business_beneficial_ownership_threshold_applied',
          'business_control_authority_evidence_reviewed_type',
          'business_control_determination_basis',
          'business_ownership_control_verification_overall_status',
          'business_ownership_evidence_reviewed_type',
        ),
        ...nullable(
          'count',
          'business_authorized_representatives_identified_count',
          'business_beneficial_owners_identified_count',
          'business_control_persons_identified_count',
        ),
      ],
    },
    {
      name: 'business_risk_compliance_assessment',
      performedAt: 'business_risk_compliance_timestamp',
      assertions: [
        ...nullable('boolean', 'business_risk_compliance_verification_assertion'),
        ...nullable('date-time', 'business_risk_compliance_timestamp'),
      ],
      data: [
        ...BUSINESS,
        ...nullable(
          'string',
          'business_primary_activity_classification_code',
          'business_primary_activity_classification_system',
          'business_activity_risk_level',
          'business_adverse_media_assessment_result',
          'business_compliance_screening_scope_applied',
          'business_restricted_activity_assessment_result',
          'business_risk_compliance_assessment_overall_primary_source',
          'business_risk_compliance_assessment_overall_status',
          'business_sanctions_screening_result',
        ),
        ...nullable('date-time', 'business_risk_compliance_assessment_timestamp'),
      ],
    },
  ],
});
