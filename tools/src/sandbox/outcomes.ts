import { SANDBOX_BUSINESSES, type SandboxBusiness, type SandboxOutcome } from '@ndx/client/sandbox';
import type { FurnisherIds, Outcome } from './outcome.js';

export const IDENTITY = 'business_identity_verification';
export const OWNERSHIP = 'business_ownership_control_verification';
export const RISK = 'business_risk_compliance_assessment';

/**
 * The querying policies of the sandbox network, by name. The default applies unless an outcome names
 * another.
 */
export const POLICIES = {
  'sandbox-default': () => ({
    is_default: true,
    model_selections: [
      {
        model_name: IDENTITY,
        max_age_days: 1_825,
        attestation_required: true,
        field_selections: [
          { field_name: 'business_entity_type', is_required: true },
          { field_name: 'business_registration_status', accepted_values: ['active'] },
        ],
      },
    ],
  }),
  'sandbox-attested-source': ({ attested }: FurnisherIds) => ({
    model_selections: [{ model_name: IDENTITY, selected_provenance_option_ids: [attested] }],
  }),
  'sandbox-identity-disabled': () => ({
    model_selections: [{ model_name: IDENTITY, is_enabled: false }],
  }),
  'sandbox-entity-type-disabled': () => ({
    model_selections: [
      {
        model_name: IDENTITY,
        field_selections: [{ field_name: 'business_entity_type', is_enabled: false }],
      },
    ],
  }),
  'sandbox-name-required': () => ({
    model_selections: [{ model_name: IDENTITY, name_match: 'require' }],
  }),
  'sandbox-disputed-excluded': () => ({
    model_selections: [{ model_name: IDENTITY, disputed_data: 'exclude' }],
  }),
  'sandbox-ownership-required': () => ({
    model_selections: [{ model_name: OWNERSHIP, is_required: true }],
  }),
  'sandbox-consent-required': () => ({ consent: 'required' }),
  'sandbox-draft': () => ({ status: 'draft' }),
  'sandbox-other-product': () => ({}),
} as const;

/** The product of this policy is a template; the product of the others is the certificate. */
export const POLICY_OF_TEMPLATE = 'sandbox-other-product';

/** An id that nothing has. */
export const UNKNOWN_ID = '00000000-0000-4000-8000-000000000404';

const NO_RESULT = { status: 204 } as const;

/** Each outcome, without the business and the consent that the client declares for its name. */
const ROWS: readonly Omit<Outcome, keyof SandboxBusiness>[] = [
  {
    name: 'all-sections',
    meaning: 'certificate with all sections',
    furnished: { sections: [IDENTITY, OWNERSHIP, RISK] },
    expected: { status: 200, code: 'issued' },
  },
  {
    name: 'partial',
    meaning: 'certificate with the identity section; the other sections are null',
    expected: { status: 200, code: 'issued' },
  },
  {
    name: 'no-record',
    meaning: 'no furnisher has a record of the business',
    furnished: null,
    expected: { ...NO_RESULT, section: 'no_eligible_record' },
  },
  {
    name: 'consent-scope',
    meaning: 'the consent covers only fields of a section that nobody furnished',
    expected: { ...NO_RESULT, section: 'consent_scope' },
  },
  {
    name: 'grant-closed',
    meaning: 'the only grant of the consent is closed',
    expected: { ...NO_RESULT, section: 'grant' },
  },
  {
    name: 'furnisher-not-requested',
    meaning: 'the query names a furnisher that has no record',
    query: { furnisher: 'unattested' },
    expected: { ...NO_RESULT, record: 'furnisher_not_requested' },
  },
  {
    name: 'furnisher-left',
    meaning: 'the furnisher of the only record has left the network',
    furnished: { by: 'departed' },
    expected: { ...NO_RESULT, record: 'furnisher_left' },
  },
  {
    name: 'not-enabled',
    meaning: 'the policy disables the section',
    query: { policy: 'sandbox-identity-disabled' },
    expected: { ...NO_RESULT, section: 'not_enabled', record: 'not_enabled' },
  },
  {
    name: 'source-not-accepted',
    meaning: 'the policy does not accept the furnisher of the only record',
    furnished: { by: 'unattested' },
    query: { policy: 'sandbox-attested-source' },
    expected: { ...NO_RESULT, record: 'source_not_accepted' },
  },
  {
    name: 'attestation-missing',
    meaning: 'the policy requires an attestation, and the furnisher has none',
    furnished: { by: 'unattested' },
    expected: { ...NO_RESULT, record: 'attestation_missing' },
  },
  {
    name: 'too-old',
    meaning: 'the only verification is from 2015, and the policy accepts five years',
    furnished: { performedAt: '2015-03-02T10:00:00Z' },
    expected: { ...NO_RESULT, record: 'too_old' },
  },
  {
    name: 'value-not-accepted',
    meaning: 'the policy accepts only the registration status active; the business is dissolved',
    furnished: {
      data: {
        business_registration_status: 'dissolved',
        business_operational_existence_status: 'ceased',
      },
    },
    expected: { ...NO_RESULT, record: 'value_not_accepted' },
  },
  {
    name: 'nothing-readable',
    meaning: 'the consent covers one field, and the policy disables it',
    query: { policy: 'sandbox-entity-type-disabled' },
    expected: { ...NO_RESULT, record: 'nothing_readable' },
  },
  {
    name: 'required-field-missing',
    meaning: 'the policy requires the entity type, and the record does not state it',
    furnished: { data: { business_entity_type: null } },
    expected: { ...NO_RESULT, record: 'required_field_missing' },
  },
  {
    name: 'name-differs',
    meaning: 'the policy requires the legal name of the consent; the record states another one',
    furnished: { legalName: 'Sandbox Former Name LLC' },
    query: { policy: 'sandbox-name-required' },
    expected: { ...NO_RESULT, record: 'name_differs' },
  },
  {
    name: 'disputed',
    meaning: 'the policy excludes disputed data, and the only record is disputed',
    furnished: { isDisputed: true },
    query: { policy: 'sandbox-disputed-excluded' },
    expected: { ...NO_RESULT, record: 'disputed' },
  },
  {
    name: 'required-section-missing',
    meaning: 'the policy requires the ownership section; only the identity was furnished',
    query: { policy: 'sandbox-ownership-required' },
    expected: { ...NO_RESULT, code: 'required_section_missing', section: 'result_not_issued' },
  },
  {
    name: 'consent-expired',
    meaning: 'the consent has expired',
    expected: { status: 403, reason: 'consent_expired' },
  },
  {
    name: 'consent-revoked',
    meaning: 'the consent is revoked',
    expected: { status: 403, reason: 'consent_revoked' },
  },
  {
    name: 'consent-out-of-scope',
    meaning: 'the scope of the consent does not have the product',
    expected: { status: 403, reason: 'consent_out_of_scope' },
  },
  {
    name: 'consent-required',
    meaning: 'the policy requires a consent, and none is recorded; the query names the business',
    query: { policy: 'sandbox-consent-required' },
    expected: { status: 403, reason: 'consent_required' },
  },
  {
    name: 'consent-unknown',
    meaning: 'the consent does not exist',
    query: { body: { consent_id: UNKNOWN_ID } },
    expected: { status: 404, reason: 'consent_not_found' },
  },
  {
    name: 'network-unknown',
    meaning: 'the institution does not query in the network',
    query: { body: { business_id: UNKNOWN_ID, network_ids: [UNKNOWN_ID] } },
    expected: { status: 403, reason: 'role_missing' },
  },
  {
    name: 'no-subject',
    meaning: 'the query names neither a consent nor a business',
    query: { body: {} },
    expected: { status: 400, reason: 'subject_not_identified' },
  },
  {
    name: 'subject-mismatch',
    meaning: 'the query also names the business of `all-sections`; the consent is for another one',
    furnished: null,
    query: { businessOf: 'all-sections' },
    expected: { status: 400, reason: 'subject_mismatch' },
  },
  {
    name: 'policy-unknown',
    meaning: 'the policy does not exist',
    query: { body: { business_id: UNKNOWN_ID, policy_id: UNKNOWN_ID } },
    expected: { status: 404, reason: 'policy_not_found' },
  },
  {
    name: 'policy-draft',
    meaning: 'the policy is a draft',
    furnished: null,
    query: { policy: 'sandbox-draft' },
    expected: { status: 400, reason: 'policy_not_published' },
  },
  {
    name: 'policy-mismatch',
    meaning: 'the policy is for a template',
    furnished: null,
    query: { policy: POLICY_OF_TEMPLATE },
    expected: { status: 400, reason: 'policy_mismatch' },
  },
  {
    name: 'unknown',
    meaning: 'no network has the business',
    query: { businessId: UNKNOWN_ID },
    expected: { status: 404, reason: 'subject_not_found' },
  },
  {
    name: 'conflict',
    meaning: 'a change of a consent that is revoked; the request is `PUT` of its consent',
    furnished: null,
    request: 'amend',
    expected: { status: 409, reason: 'consent_ended' },
  },
  {
    name: 'rate-limit',
    meaning: '429 with `Retry-After: 1`; a retry after that is a 200',
    query: { fault: 'rate_limit' },
    expected: { status: 429, reason: 'rate_limited', then: 200 },
  },
  {
    name: 'long-rate-limit',
    meaning: '429 with `Retry-After: 300`, also for retries until then',
    query: { fault: 'long_rate_limit' },
    expected: { status: 429, reason: 'rate_limited' },
  },
  {
    name: 'server-error',
    meaning: 'one 500; the retry is a 200',
    query: { fault: 'server_error' },
    expected: { status: 500, reason: 'simulated_failure', then: 200 },
  },
  {
    name: 'slow-answer',
    meaning: 'a 200 after five seconds',
    query: { fault: 'slow_answer' },
    expected: { status: 200, code: 'issued' },
  },
];

/** Every outcome of a KYB query, each with a business of its own (decision 0086). */
export const OUTCOMES: readonly Outcome[] = ROWS.map((row) => ({
  ...row,
  ...(Object.hasOwn(SANDBOX_BUSINESSES, row.name) &&
    SANDBOX_BUSINESSES[row.name as SandboxOutcome]),
}));
