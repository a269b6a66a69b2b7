import { setTimeout as pause } from 'node:timers/promises';
import { stableId } from '@ndx/contracts';
import { ApiClient, tokenOf } from '../network/api-client.js';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '../network/demo-network.js';
import { demoBusiness, demoSections, type Verification } from './demo-business.js';
import { Narrator, UnexpectedAnswerError } from './narrator.js';
import { showExplanations } from './show-explanations.js';
import { showRefusedCorroboration } from './show-refused-corroboration.js';
import type { QueryEventWatch } from './query-event-watch.js';

export interface DemoAddresses {
  readonly gatewayUrl: string;
  readonly tokenUrl: string;
}

const PRODUCT_ID = stableId('product', 'kyb_certificate');
const QUERY = '/v1/products/kyb_certificate/query';
const FURNISH = '/v1/products/kyb_certificate/furnish';

/**
 * The main job of the exchange over HTTP: furnish, attest, author a policy, record consent, query
 * the certificate, and wait for billing's event.
 * @throws UnexpectedAnswerError at the first step with another response than expected
 */
export async function walkTheMainJob(
  addresses: DemoAddresses,
  watch: QueryEventWatch,
  print: (line: string) => void,
): Promise<void> {
  const narrator = new Narrator(print);
  const as = (institution: DemoInstitution) =>
    new ApiClient(addresses.gatewayUrl, tokenOf(addresses.tokenUrl, institution.account));
  const firstBank = as(FIRST_BANK);
  const queryingBank = as(QUERYING_BANK);
  const operator = as(OPERATOR);
  // A new business for every run, so that the demo can be repeated.
  const registration = `DEMO${Date.now()}`;

  const furnish = (institution: DemoInstitution, verification: Verification) => {
    const body = {
      network_id: DEMO_NETWORK.id,
      program_name: 'business-onboarding',
      records: [
        {
          business_identity: demoBusiness(registration),
          ...demoSections(registration, verification),
        },
      ],
    };
    return narrator.step<{ success: boolean; results: { business_id: string }[] }>({
      title: `${institution.name} furnishes what it verified`,
      who: institution.name,
      sent: `POST ${FURNISH}`,
      body: { ...body, records: ['the business and its three sections'] },
      call: () => as(institution).post(FURNISH, body),
      expected: 200,
      meaning: 'the record is accepted and will be visible to permitted queriers',
    });
  };

  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const lastWeek = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const furnished = await furnish(FIRST_BANK, {
    performedAt: lastWeek,
    source: 'state_registry',
    operatingCity: 'Cambridge',
  });
  await furnish(SECOND_BANK, {
    performedAt: yesterday,
    source: 'commercial_database',
    operatingCity: 'Boston',
  });
  const businessId = furnished.results[0]?.business_id;

  const attestation = {
    product_id: PRODUCT_ID,
    signed_by_name: 'Compliance office',
    signed_by_title: 'Head of compliance',
    attestation_data: { statement: 'Verified under the programme of the bank.' },
  };
  await narrator.step({
    title: 'The first bank attests to its verifications',
    who: FIRST_BANK.name,
    sent: 'POST /v1/institution-attestation',
    body: attestation,
    call: () => firstBank.post('/v1/institution-attestation', attestation),
    expected: 200,
    meaning: 'for twelve months its sections carry this attestation',
  });

  const newPolicy = {
    product_id: PRODUCT_ID,
    network_id: DEMO_NETWORK.id,
    name: `Demo policy ${registration}`,
  };
  const policy = await narrator.step<{ id: string }>({
    title: 'The governor creates a querying policy',
    who: OPERATOR.name,
    sent: 'POST /v1/networks/policies/querying',
    body: newPolicy,
    call: () => operator.post('/v1/networks/policies/querying', newPolicy),
    expected: 200,
    meaning: 'it is a draft, and nothing is queried under it yet',
  });
  const configuration = {
    status: 'published',
    model_selections: [
      {
        model_name: 'business_identity_verification',
        is_required: true,
        attestation_required: true,
        max_age_days: 365,
        selected_provenance_option_ids: [FIRST_BANK.entityId, SECOND_BANK.entityId],
        field_selections: [{ field_name: 'business_entity_type', is_required: true }],
      },
    ],
  };
  await narrator.step({
    title:
      'and configures it: an attested identity section, from the first bank where there is a choice',
    who: OPERATOR.name,
    sent: `PUT /v1/networks/policies/querying/${policy.id}/configuration`,
    body: configuration,
    call: () =>
      operator.put(`/v1/networks/policies/querying/${policy.id}/configuration`, configuration),
    expected: 200,
    meaning: 'it is published, and binds every query that names it from now on',
  });

  const consentRequest = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: demoBusiness(registration),
    scope: 'kyb_certificate',
  };
  const consent = await narrator.step<{ consent_id: string }>({
    title: 'The querying bank records the consent of the business',
    who: QUERYING_BANK.name,
    sent: 'POST /v1/consent/business',
    body: consentRequest,
    call: () => queryingBank.post('/v1/consent/business', consentRequest),
    expected: 200,
    meaning: 'it may be used at once',
  });

  const query = {
    network_ids: [DEMO_NETWORK.id],
    policy_id: policy.id,
    consent_id: consent.consent_id,
  };
  await untilQueryable(
    () => queryingBank.post('/v1/products/kyb_certificate/query', query),
    narrator,
  );
  const certificate = await narrator.step<{
    certificate_id: string;
    query_event_id: string;
    business_id: string;
  }>({
    title: 'The querying bank queries the KYB certificate',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: query,
    call: () => queryingBank.post(QUERY, query),
    expected: 200,
    meaning:
      "the policy's preferred source stands in the identity section, the most recent in the others",
  });
  if (certificate.business_id !== businessId) {
    throw new UnexpectedAnswerError('the certificate is of another business than was furnished');
  }

  const [identitySelection] = configuration.model_selections;
  const demand = {
    model_selections: [
      {
        ...identitySelection,
        field_selections: [
          { field_name: 'business_entity_type', accepted_values: ['corporation'] },
        ],
      },
    ],
  };
  await narrator.step({
    title: 'The governor demands corporations',
    who: OPERATOR.name,
    sent: `PUT /v1/networks/policies/querying/${policy.id}/configuration`,
    body: demand,
    call: () => operator.put(`/v1/networks/policies/querying/${policy.id}/configuration`, demand),
    expected: 200,
    meaning: 'a record with another value than accepted_values is not a candidate',
  });
  const refused = await narrator.request({
    title: 'and no record meets the demand',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: query,
    call: () => queryingBank.post(QUERY, query),
    expected: 204,
    meaning:
      'both banks furnished a limited liability company: the required section has no candidate, so there is no result, and no value is masked to look as if it met the demand',
  });

  await narrator.step({
    title: 'The consent is revoked',
    who: QUERYING_BANK.name,
    sent: `POST /v1/consent/business/${consent.consent_id}/revoke`,
    call: () => queryingBank.post(`/v1/consent/business/${consent.consent_id}/revoke`, {}),
    expected: 200,
    meaning: 'no query that starts from now on may use it',
  });
  await narrator.step({
    title: 'and the very next query is refused',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: query,
    call: () => queryingBank.post(QUERY, query),
    expected: 403,
    meaning: 'permission is never stale',
  });
  const withoutConsent = { network_ids: [DEMO_NETWORK.id], business_id: businessId };
  await narrator.step({
    title: 'also when it names the business and leaves the consent out',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: withoutConsent,
    call: () => queryingBank.post(QUERY, withoutConsent),
    expected: 403,
    meaning: 'a consent that the bank recorded and that has ended binds it',
  });
  narrator.observe(
    'The certificate that was issued',
    certificate,
    'each section names who furnished it and under which attestation',
  );
  narrator.observe(
    "and billing's event for it, consumed from the bus",
    await watch.eventOf(certificate.query_event_id),
    'one event for this one query, whatever was tried again on its way',
  );
  await showRefusedCorroboration(narrator, { firstBank, queryingBank, operator });
  await showExplanations(
    narrator,
    { queryingBank, operator },
    {
      certificate: certificate.query_event_id,
      noResult: refused.headers.get('x-ref-id') ?? '',
    },
  );
  narrator.say(
    '\nThe main job is done: furnished, attested, governed, consented, queried, revoked, billed.',
  );
}

const TIMEOUT_MS = 10_000;

/** Furnished and attested data is queryable about a second later. */
async function untilQueryable(
  query: () => Promise<{ status: number }>,
  narrator: Narrator,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  narrator.say('\n   (waiting until what was furnished can be queried)');
  while ((await query()).status !== 200) {
    if (Date.now() > deadline)
      throw new UnexpectedAnswerError('what was furnished cannot be queried');
    await pause(200);
  }
}
