import { each, laterThan, lie, listOf, objectOf, type DetectableLie } from './lie.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const LONG_AGO = '1970-01-01T00:00:00.000Z';
const POLICIES = '/v1/networks/policies';

/** Falsifications that keep every answer in its shape, all applied at once. */
export const LIES: readonly DetectableLie[] = [
  lie('POST /v1/consent/{kind}', 'ignores expires_at', /expires_at/, ({ created_at }) => ({
    expires_at: laterThan(created_at, 0),
  })),
  lie('GET /v1/consent/{kind}/{id}', 'gives other terms', /gives the consent record/, {
    scope: 'kyb_certificate',
    consented_fields: 'business_identity_verification.*',
    expires_at: '2050-01-01T00:00:00.000Z',
    field_access_grants: [],
  }),
  lie(
    'PUT /v1/consent/{kind}/{id}',
    'resets every other term',
    /changes only/,
    ({ created_at }, { body: sent }) => ({
      ...{ scope: '*', consented_fields: '*', field_access_grants: [] },
      expires_at: laterThan(created_at, 0),
      ...objectOf(sent),
    }),
  ),
  lie('POST /v1/consent/{kind}/{id}/grants', 'starts grants at another time', /effective_from/, {
    field_access_grants: each({ effective_from: '2001-01-01T00:00:00.000Z' }),
  }),
  lie('GET /v1/consent/{kind}/{id}/events', 'omits a change', /lists the changes/, {
    data: each({ occurred_at: '1999-01-01T00:00:00.000Z', account_id: 'x' }),
  }),
  lie(
    'GET /v1/entities/consumer/search',
    'finds somebody else',
    /finds|search result/,
    each({ first_name: 'Eve', personal_email: 'eve@example.com' }),
  ),
  {
    ...lie('GET /v1/entities/consumer/search', 'gives the oldest first', /newest/, {}),
    rewrite: (body) => (Array.isArray(body) ? [...listOf(body)].reverse() : body),
  },
  lie(
    'GET /v1/entities/business/search',
    'shows another EIN',
    /federal_ein_last_four/,
    each({ federal_ein_last_four: '0000' }),
  ),
  lie('POST /v1/products/check', 'inverts what is met', /total_count/, ({ business_id }) =>
    business_id === null
      ? {}
      : {
          entities: each({
            models: each({ total_count: 0, fields: each(({ met }) => ({ met: met !== true })) }),
          }),
        },
  ),
  lie('GET /v1/query-events', 'shows other queries', /outcome|query event/, {
    data: each({
      ...{ outcome: 'purple', billable: false, network_ids: [], product_slug: 'x' },
      ...{ subject_id: null, consent_id: null, occurred_at: LONG_AGO },
    }),
  }),
  lie('GET /v1/institution-attestation/{id}', 'gives another record', /attestation/, {
    ...{ id: NOBODY, signed_by_name: 'Somebody else', attestation_data: {} },
  }),
  lie(
    'POST /v1/institution-attestation',
    'takes 23 hours from 12 months',
    /12 months/,
    ({ created_at }) => ({ expires_at: laterThan(created_at, -23) }),
  ),
  lie('POST /api/templates/cashflow_snapshots_trends/query', 'is older', /update_date/, {
    bank_account_last_update_date: LONG_AGO,
  }),
  lie('POST /api/use_cases/templates/credit_history_bundle', 'answers no yes or no', /past_due/, {
    any_currently_past_due_accounts_: 'purple',
    is_credit_history_complete: 'purple',
    network_adverse_action_eligible_indicator: true,
  }),
  lie(
    'POST /api/use_cases/templates/kyc_certificate_bundle',
    'is not complete',
    /_complete/,
    (body) => {
      const steps = Object.keys(body).filter((name) => /^is_/.test(name));
      return Object.fromEntries(steps.map((name) => [name, 'purple']));
    },
  ),
  ...['/v1/networks', `${POLICIES}/querying`, `${POLICIES}/furnishing`].map((path) =>
    lie(`GET ${path}`, 'lists none', /lists/, (body) => ('data' in body ? { data: [] } : {})),
  ),
  lie(`GET ${POLICIES}/querying/{id}`, 'gives another policy', /policy record/, {
    ...{ id: NOBODY, name: 'another', model_selections: [] },
  }),
  lie(
    `PUT ${POLICIES}/querying/{id}/configuration`,
    'loses selections',
    /authors/,
    ({ enforced }) => ({
      enforced: enforced !== true,
      model_selections: each({ field_selections: [], selected_provenance_option_ids: [] }),
    }),
  ),
  lie(
    'GET /v1/products',
    'has no types',
    /type/,
    each({ models: each({ fields: each({ field_type: 'purple' }) }) }),
  ),
  lie('GET /v1/records/{id}', 'stands for ever', /state/, { state: 'furnished' }),
  lie('GET /v1/disputes/{id}', 'is not decided', /outcome/, { state: 'open', outcome: null }),
  lie('POST /v1/notice-endpoints', 'shows another secret', /signature/, () => ({
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  })),
  lie('GET /v1/notices', 'has notices of another kind', /kinds/, {
    data: each({ kind: 'expires_soon', groups: [] }),
  }),
  lie(
    'POST /v1/products/kyb_certificate/query',
    'marks no disputed data',
    /marks/,
    ({ result }) => ({
      result: {
        ...objectOf(result),
        meta: { ...objectOf(objectOf(result)['meta']), disputes: [] },
      },
    }),
  ),
  lie('GET /v1/networks/{id}', 'is nameless', /gives the network/, { name: '', roles: [] }),
  {
    ...lie(
      'POST /v1/products/kyb_certificate/query',
      'says nothing of a fault',
      /distinguished/,
      {},
    ),
    rewrite: (body, _asked, status) => {
      const { detail } = objectOf(body);
      if (status !== 422 || typeof detail !== 'string') return body;
      return { detail: detail.replace(/: [^:]*$/, ': purple') };
    },
  },
];
