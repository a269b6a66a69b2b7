import {
  laterThan,
  lie,
  listOf,
  mapped,
  objectOf,
  ofItems,
  type Body,
  type DetectableLie,
} from './lie.js';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** Falsifications that keep every answer in its shape, all applied at once. */
export const LIES: readonly DetectableLie[] = [
  lie('POST /v1/consent/{kind}', 'ignores expires_at', /expires_at/, (body) => ({
    ...body,
    expires_at: laterThan(body['created_at'], 0),
  })),
  lie('GET /v1/consent/{kind}/{id}', 'gives other terms', /gives the consent record/, (body) => ({
    ...body,
    scope: 'kyb_certificate',
    consented_fields: 'business_identity_verification.*',
    expires_at: '2050-01-01T00:00:00.000Z',
    field_access_grants: [],
  })),
  lie(
    'PUT /v1/consent/{kind}/{id}',
    'resets every other term',
    /changes only/,
    (body, { body: sent }) => ({
      ...body,
      scope: '*',
      consented_fields: '*',
      expires_at: laterThan(body['created_at'], 0),
      field_access_grants: [],
      ...objectOf(sent),
    }),
  ),
  lie(
    'POST /v1/consent/{kind}/{id}/grants',
    'starts grants at another time',
    /effective_from/,
    (body) => ({
      ...body,
      field_access_grants: listOf(body['field_access_grants']).map((grant) => ({
        ...objectOf(grant),
        effective_from: '2001-01-01T00:00:00.000Z',
      })),
    }),
  ),
  lie('GET /v1/consent/{kind}/{id}/events', 'omits a change', /lists the changes/, (body) => ({
    ...body,
    data: mapped(body['data'], (entry) => ({
      ...entry,
      occurred_at: '1999-01-01T00:00:00.000Z',
      account_id: 'x',
    })),
  })),
  ofItems('GET /v1/entities/consumer/search', 'finds somebody else', /finds|search result/, () => ({
    first_name: 'Eve',
    personal_email: 'eve@example.com',
  })),
  {
    ...ofItems('GET /v1/entities/consumer/search', 'gives the oldest first', /newest/, () => ({})),
    rewrite: (body) => (Array.isArray(body) ? [...listOf(body)].reverse() : body),
  },
  ofItems('GET /v1/entities/business/search', 'shows another EIN', /federal_ein_last_four/, () => ({
    federal_ein_last_four: '0000',
  })),
  lie('POST /v1/products/check', 'inverts what is met', /total_count/, (body) =>
    body['business_id'] === null ? body : { ...body, entities: mapped(body['entities'], inverted) },
  ),
  lie('GET /v1/query-events', 'shows other queries', /outcome|query event/, (body) => ({
    ...body,
    data: mapped(body['data'], (event) => ({
      ...event,
      outcome: 'purple',
      billable: false,
      network_ids: [],
      product_slug: 'x',
      subject_id: null,
      consent_id: null,
      occurred_at: LONG_AGO,
    })),
  })),
  lie('GET /v1/institution-attestation/{id}', 'gives another record', /attestation/, (body) => ({
    ...body,
    id: NOBODY,
    signed_by_name: 'Somebody else',
    attestation_data: {},
  })),
  lie('POST /v1/institution-attestation', 'takes 23 hours from 12 months', /12 months/, (body) => ({
    ...body,
    expires_at: laterThan(body['created_at'], -23),
  })),
  lie('POST /api/templates/cashflow_snapshots_trends/query', 'is older', /update_date/, (body) => ({
    ...body,
    bank_account_last_update_date: LONG_AGO,
  })),
  lie(
    'POST /api/use_cases/templates/credit_history_bundle',
    'answers no yes or no',
    /past_due/,
    (body) => ({
      ...body,
      any_currently_past_due_accounts_: 'purple',
      is_credit_history_complete: 'purple',
      network_adverse_action_eligible_indicator: true,
    }),
  ),
  lie(
    'POST /api/use_cases/templates/kyc_certificate_bundle',
    'is not complete',
    /_complete/,
    (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, /^is_/.test(name) ? 'purple' : value]),
      ),
  ),
  ...['/v1/networks', '/v1/networks/policies/querying', '/v1/networks/policies/furnishing'].map(
    (path): DetectableLie => ({
      ...lie(`GET ${path}`, 'lists none', /lists/, (body) => body),
      rewrite: (body) => ('data' in objectOf(body) ? { ...objectOf(body), data: [] } : body),
    }),
  ),
  lie(
    'GET /v1/networks/policies/querying/{id}',
    'gives another policy',
    /policy record/,
    (body) => ({
      ...body,
      id: NOBODY,
      name: 'another',
      model_selections: [],
    }),
  ),
  lie(
    'PUT /v1/networks/policies/querying/{id}/configuration',
    'loses selections',
    /authors/,
    (body) => ({
      ...body,
      enforced: body['enforced'] !== true,
      model_selections: mapped(body['model_selections'], (model) => ({
        ...model,
        field_selections: [],
        selected_provenance_option_ids: [],
      })),
    }),
  ),
  ofItems('GET /v1/products', 'has no types', /type/, (product) => ({
    models: mapped(product['models'], (model) => ({
      ...model,
      fields: mapped(model['fields'], (field) => ({ ...field, field_type: 'purple' })),
    })),
  })),
  lie('GET /v1/networks/{id}', 'is nameless', /gives the network/, (body) => ({
    ...body,
    name: '',
    roles: [],
  })),
  {
    ...lie(
      'POST /v1/products/kyb_certificate/query',
      'says nothing of a fault',
      /distinguished/,
      (body) => body,
    ),
    rewrite: (body, _asked, status) => {
      const { detail } = objectOf(body);
      if (status !== 422 || typeof detail !== 'string') return body;
      return { detail: detail.replace(/: [^:]*$/, ': purple') };
    },
  },
];

function inverted(entity: Body): Body {
  const models = mapped(entity['models'], (model) => ({
    ...model,
    total_count: 0,
    fields: mapped(model['fields'], (field) => ({ ...field, met: field['met'] !== true })),
  }));
  return { ...entity, models };
}
