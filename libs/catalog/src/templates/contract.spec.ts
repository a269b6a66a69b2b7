import { describe, expect, test } from '@jest/globals';
import { templateBySlug } from '../datasets.js';
import type { Field } from '../fields/field.js';
import { fieldSchemaOf } from '../fields/json-schema.js';

/** Contract 4.7, copied: `name:type`, `?` for optional, `?null` for optional or null. */
const words = (text: string) => text.trim().split(/\s+/);

const CORE = words(`date_of_birth:string first_name:string last_name:string personal_email:string
  phone_number:integer social_security_number:integer`);
const ADDRESS = words(`personal_address_city:string personal_address_line_1:string
  personal_address_state:string personal_address_zip:integer`);
const REFERENCE = 'consumer_cross_reference_id:string?null';
const LINE_2 = 'personal_address_line_2:string?null';
const STANDARD = [...CORE, ...ADDRESS, REFERENCE, LINE_2];
const FURNISHED_CONSUMER = [
  ...STANDARD.filter((field) => !field.startsWith('personal_email')),
  'personal_email:string?null',
];
const NETWORK_IDS = words('network_federation_id:string?null network_furnisher_id:string?null');
const IDS = words('network_furnisher_id:string network_query_id:string');
const QUERY_ID = 'network_query_id:string';
const ADVERSE = 'network_adverse_action_eligible_indicator:boolean';

const BUSINESS_OPTIONAL = words(`business_operating_address_line_2:string?null
  business_operating_address_state:string?null business_operating_address_zip:integer?null
  business_registered_address_line_2:string?null business_registered_address_state:string?null
  business_registered_address_zip:integer?null`);
const BUSINESS_VERIFIED = words(`business_address_verification_result:string
  business_entity_type:string business_identity_verification_overall_primary_source:string
  business_identity_verification_overall_status:string business_jurisdiction_of_formation:string
  business_operating_address_city:string business_operating_address_country:string
  business_operating_address_line_1:string business_operational_existence_status:string
  business_registered_address_city:string business_registered_address_country:string
  business_registered_address_line_1:string business_registration_status:string
  business_tax_identifier_type:string business_tax_identifier_value:string
  tax_id_validation_result:string
  business_registration_identifier_from_jurisdiction_of_formation:integer`);

const CASHFLOW = words(`bank_account_average_monthly_balance_last_12_months
  bank_account_average_monthly_balance_last_3_months bank_account_most_recent_account_balance
  bank_account_net_cash_flows_last_12_months bank_account_net_cash_flows_last_3_months
  bank_account_net_cash_flows_last_month`);
const DAYS = words(`
  bank_account_number_of_days_with_negative_account_balance_in_last_12_months
  bank_account_number_of_days_with_negative_account_balance_in_last_30_days
  bank_account_number_of_days_with_negative_account_balance_in_last_3_months`);
const DEBTS = words(`aggregated_credit_accounts_outstanding_auto_loan_debt
  aggregated_credit_accounts_outstanding_credit_card_debt
  aggregated_credit_accounts_outstanding_medical_debt
  aggregated_credit_accounts_outstanding_mortgage_debt
  aggregated_credit_accounts_outstanding_personal_loan_debt
  aggregated_credit_accounts_outstanding_student_loan_debt`);
const HEALTH = words(`aggregated_credit_accounts_worst_current_delinquency_status:string
  debt_to_income_ratio:string cashflow_based_credit_score_factors_json:array
  cashflow_based_credit_score_name:array cashflow_based_credit_score_value:array
  cashflow_based_credit_score_version:array credit_based_credit_score_factors_json:array
  credit_based_credit_score_name:array credit_based_credit_score_value:array
  credit_based_credit_score_version:array`);
const typed = (type: string, names: readonly string[]) => names.map((name) => `${name}:${type}`);

const KYC = [
  ...typed(
    'string',
    words(`address_data_review_timestamp address_verification_timestamp
      biometric_attribute_review_timestamp biometric_capture_timestamp
      document_attribute_review_timestamp document_capture_timestamp liveness_capture_timestamp
      liveness_evidence_review_timestamp address_review_cross_source_consistency
      address_verification_method_type biometric_artifact_image_quality biometric_artifact_type
      biometric_artifact_upload identity_document_issuing_authority identity_document_type
      identity_document_upload is_address_data_review_complete is_address_verification_complete
      is_biometric_attribute_review_complete is_biometric_capture_complete
      is_document_attribute_review_complete is_document_capture_complete
      is_liveness_capture_complete is_liveness_evidence_review_complete
      liveness_capture_method_type liveness_evidence_clarity`),
  ),
  ...typed(
    'boolean',
    words(`biometric_artifact_subject_present identity_document_upload_includes_selfie
      liveness_capture_consumer_interaction_required`),
  ),
];

interface Listed {
  readonly slug: string;
  readonly query?: readonly [path: string, input: readonly string[], output: readonly string[]];
  readonly furnish?: readonly string[];
}

const CONTRACT: readonly Listed[] = [
  {
    slug: 'business_identity_verification',
    query: [
      '/api/templates/business_identity_verification/query',
      words(`business_jurisdiction_of_formation:string business_legal_name:string
        business_registered_address_city:string business_registered_address_country:string
        business_registered_address_line_1:string
        business_registration_identifier_from_jurisdiction_of_formation:integer
        business_cross_reference_id:string?null business_dba_name:string?null
        business_registered_address_line_2:string?null business_registered_address_state:string?null
        business_registered_address_zip:integer?null business_tax_identifier_type:string?null
        business_tax_identifier_value:string?null business_website_url:string?null`),
      [
        ...IDS,
        'business_legal_name:string',
        'business_identity_verification_timestamp_business_ownership_control_verification_timestamp_business_risk_compliance_assessment_timestamp:string',
        ...BUSINESS_VERIFIED,
        ...BUSINESS_OPTIONAL,
      ],
    ],
    furnish: [
      'network_furnisher_id:string',
      'business_identity_verification_timestamp:string',
      ...BUSINESS_VERIFIED,
      ...BUSINESS_OPTIONAL,
      'business_cross_reference_id:string?null',
      'network_federation_id:string?null',
    ],
  },
  {
    slug: 'kyc_certificate_bundle',
    query: ['/api/use_cases/templates/kyc_certificate_bundle', CORE, [...IDS, ...KYC]],
  },
  {
    slug: 'cashflow_snapshots_trends',
    query: [
      '/api/templates/cashflow_snapshots_trends/query',
      [...CORE, ...ADDRESS, REFERENCE, 'personal_address_line_2:string'],
      [
        QUERY_ID,
        ADVERSE,
        'bank_account_last_update_date:string',
        ...typed('string', [...CASHFLOW, ...DAYS]),
      ],
    ],
    furnish: [
      ...FURNISHED_CONSUMER,
      ...NETWORK_IDS,
      ...typed('number?', CASHFLOW),
      'bank_account_most_recent_funds_available_to_withdraw:number?',
      ...typed('integer?', DAYS),
      'bank_statement_json:string?null',
      'bank_statement_upload:string?null',
    ],
  },
  {
    slug: 'credit_history_bundle',
    query: [
      '/api/use_cases/templates/credit_history_bundle',
      [...CORE, ...ADDRESS, LINE_2],
      [
        QUERY_ID,
        ADVERSE,
        ...HEALTH,
        'any_currently_past_due_accounts_:string',
        'is_credit_history_complete:string',
      ],
    ],
  },
  {
    slug: 'consumer_credit_health_snapshot',
    query: [
      '/api/templates/consumer_credit_health_snapshot/query',
      STANDARD,
      [QUERY_ID, ADVERSE, ...HEALTH],
    ],
  },
  {
    slug: 'total_consumer_liabilities',
    query: [
      '/api/templates/total_consumer_liabilities/query',
      STANDARD,
      [QUERY_ID, ADVERSE, ...typed('string', DEBTS), 'current_total_liabilities:string'],
    ],
    furnish: [
      ...FURNISHED_CONSUMER,
      'raw_credit_report_json:string?null',
      ...typed('number?', DEBTS),
      'pfm_aggregated_current_liabilities:number?',
    ],
  },
  {
    slug: 'annual_personal_income',
    furnish: [
      ...FURNISHED_CONSUMER,
      ...NETWORK_IDS,
      ...words(`pay_frequency:string paystub_upload:string tax_return_upload:string?null
        bank_inflow_inferred_annual_income:number? credit_based_modelled_income:number?
        entity_stated_annual_income:number?`),
    ],
  },
  {
    slug: 'total_consumer_assets',
    furnish: [
      ...FURNISHED_CONSUMER,
      ...words(`asset_account_statement_upload:array?null bank_statement_upload:array?null
        asset_type:string?null housing_status_own_rent:string?null
        asset_current_market_value:number? bank_account_most_recent_account_balance:number?
        pfm_aggregated_current_liquid_assets:number? pfm_aggregated_current_total_assets:number?`),
    ],
  },
];

const asListed = (fields: readonly Field[]) =>
  fields
    .map((field) => {
      const { type } = fieldSchemaOf({ ...field, nullable: false });
      const presence = field.required ? '' : field.nullable ? '?null' : '?';
      return `${field.name}:${String(type)}${presence}`;
    })
    .sort();

describe.each(CONTRACT)('$slug', ({ slug, query, furnish }) => {
  const template = templateBySlug(slug);

  if (query) {
    test('is queried at the path and with exactly the fields of contract 4.7', () => {
      const [path, input, output] = query;
      expect(template?.query.path).toBe(path);
      expect(asListed(template?.query.input ?? [])).toEqual([...input].sort());
      expect(asListed(template?.outputs ?? [])).toEqual([...output].sort());
    });
  }

  if (furnish) {
    test('is furnished at the path and with exactly the fields of contract 4.7', () => {
      expect(template?.furnish?.path).toBe(`/api/templates/${slug}/furnish`);
      expect(asListed(template?.furnish?.input ?? [])).toEqual([...furnish].sort());
    });
  }
});
