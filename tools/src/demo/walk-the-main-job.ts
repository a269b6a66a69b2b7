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
import { showEvidence } from './show-evidence.js';
import { showExplanations } from './show-explanations.js';
import { showRefusedCorroboration } from './show-refused-corroboration.js';
import { showTemplateExplanation } from './show-template-explanation.js';
import type { QueryEventWatch } from './query-event-watch.js';
import { untilQueryable } from './until-queryable.js';

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
      title: `${institution.name} furnishes verified data`,
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
    meaning: 'for twelve months, sections from this bank name this attestation',
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
    meaning: 'the policy is a draft; no query uses it yet',
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
      'and configures it: the identity section must be attested, and the first bank is preferred',
    who: OPERATOR.name,
    sent: `PUT /v1/networks/policies/querying/${policy.id}/configuration`,
    body: configuration,
    call: () =>
      operator.put(`/v1/networks/policies/querying/${policy.id}/configuration`, configuration),
    expected: 200,
    meaning: 'the policy is published and applies to every later query that names it',
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
    meaning: 'queries can use the consent immediately',
  });

  const query = {
    network_ids: [DEMO_NETWORK.id],
    policy_id: policy.id,
    consent_id: consent.consent_id,
  };
  await untilQueryable(() => queryingBank.post(QUERY, query), narrator);
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
      'the identity section is from the preferred furnisher, the others are from the latest verification',
  });
  if (certificate.business_id !== businessId) {
    throw new UnexpectedAnswerError('the certificate is not for the furnished business');
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
    title: 'The governor accepts only corporations',
    who: OPERATOR.name,
    sent: `PUT /v1/networks/policies/querying/${policy.id}/configuration`,
    body: demand,
    call: () => operator.put(`/v1/networks/policies/querying/${policy.id}/configuration`, demand),
    expected: 200,
    meaning: 'a record whose value is not in accepted_values is not a candidate',
  });
  const refused = await narrator.request({
    title: 'and no record satisfies the policy',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: query,
    call: () => queryingBank.post(QUERY, query),
    expected: 204,
    meaning:
      'both banks furnished a limited liability company: the required section has no candidate, so there is no result; values are never masked to satisfy a policy',
  });

  await narrator.step({
    title: 'The consent is revoked',
    who: QUERYING_BANK.name,
    sent: `POST /v1/consent/business/${consent.consent_id}/revoke`,
    call: () => queryingBank.post(`/v1/consent/business/${consent.consent_id}/revoke`, {}),
    expected: 200,
    meaning: 'no query that starts after the response can use it',
  });
  await narrator.step({
    title: 'and the next query is rejected',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: query,
    call: () => queryingBank.post(QUERY, query),
    expected: 403,
    meaning: 'a revocation takes effect before it is acknowledged',
  });
  const withoutConsent = { network_ids: [DEMO_NETWORK.id], business_id: businessId };
  await narrator.step({
    title: 'also when the query names the business and no consent',
    who: QUERYING_BANK.name,
    sent: `POST ${QUERY}`,
    body: withoutConsent,
    call: () => queryingBank.post(QUERY, withoutConsent),
    expected: 403,
    meaning: 'the newest consent that the bank recorded for the business applies, and it has ended',
  });
  narrator.observe(
    'The certificate that was issued',
    certificate,
    'each section names its furnisher and its attestation',
  );
  narrator.observe(
    "and billing's event for it, consumed from the bus",
    await watch.eventOf(certificate.query_event_id),
    'one event for this query, regardless of retries',
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
  await showTemplateExplanation(narrator, { firstBank, queryingBank });
  await showEvidence(narrator, { queryingBank, operator }, certificate.query_event_id);
  narrator.say(
    '\nThe main job is done: furnished, attested, governed, consented, queried, revoked, billed.',
  );
}
