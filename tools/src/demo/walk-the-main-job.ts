import { kybCertificate } from '@ndx/catalog';
import { createNdxClient, tokenFrom, type NdxClient } from '@ndx/client';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SECOND_BANK,
  type DemoInstitution,
} from '../network/demo-network.js';
import { GOVERNOR } from '../network/demo-people.js';
import type { PublicAddresses } from '../network/print-quick-start.js';
import { demoBusiness, demoSections, type Verification } from './demo-business.js';
import { Narrator, rejectionOr, UnexpectedAnswerError } from './narrator.js';
import { openReviewedNetwork } from './open-reviewed-network.js';
import type { QueryEventWatch } from './query-event-watch.js';
import { showExplanations } from './show-explanations.js';
import { showNotices } from './show-notices.js';
import { showPolicyChange } from './show-policy-change.js';
import { untilQueryable } from './until-queryable.js';

const DAY_MS = 86_400_000;

/**
 * The main job of the exchange by its client: furnish, attest, author a policy, record consent, query
 * the certificate, and wait for billing's event.
 * @throws UnexpectedAnswerError at the first step with another response than expected
 */
export async function walkTheMainJob(
  { gatewayUrl, tokenUrl }: PublicAddresses,
  watch: QueryEventWatch,
  print: (line: string) => void,
): Promise<void> {
  const narrator = new Narrator(print);
  const clientOf = ({ account, name }: { readonly account: string; readonly name: string }) =>
    createNdxClient({
      baseUrl: gatewayUrl,
      token: tokenFrom(tokenUrl, { account }),
      fetch: narrator.fetchOf(name),
    });
  const [firstBank, secondBank] = [clientOf(FIRST_BANK), clientOf(SECOND_BANK)];
  const [querier, governor] = [clientOf(QUERYING_BANK), clientOf(OPERATOR)];
  // A new business for every run, so that the demo can be repeated.
  const registration = `DEMO${Date.now()}`;
  const business = demoBusiness(registration);

  const furnish = (bank: NdxClient, title: string, verification: Verification, more = {}) => {
    const sections = demoSections(registration, verification);
    const record = { business_identity: business, ...sections, ...more };
    return narrator.step(
      title,
      'the record is accepted and will be visible to permitted queriers',
      () =>
        bank.furnishKybCertificate({ body: { network_id: DEMO_NETWORK.id, records: [record] } }),
    );
  };
  const verified = (source: string, days: number) => ({
    performedAt: new Date(Date.now() - days * DAY_MS).toISOString(),
    ...{ source, operatingCity: 'Cambridge' },
  });
  const [byFirst, bySecond] = [verified('state_registry', 7), verified('commercial_database', 1)];
  const furnished = await furnish(firstBank, `${FIRST_BANK.name} furnishes verified data`, byFirst);
  const other = await furnish(secondBank, `${SECOND_BANK.name} furnishes verified data`, bySecond);

  const attestation = {
    product_id: kybCertificate.id,
    signed_by_name: 'Compliance office',
    signed_by_title: 'Head of compliance',
    attestation_data: { statement: 'Verified under the programme of the bank.' },
  };
  await narrator.step(
    'The first bank attests to its verifications',
    'for twelve months, sections from this bank name this attestation',
    () => firstBank.createAttestation({ body: attestation }),
  );

  const draft = {
    product_id: kybCertificate.id,
    network_id: DEMO_NETWORK.id,
    name: `Demo policy ${registration}`,
  };
  const { data: policy } = await narrator.step(
    'The governor creates a querying policy',
    'the policy is a draft; no query uses it yet',
    () => governor.createQueryingPolicy({ body: draft }),
  );
  const configure = (entityType: { is_required?: boolean; accepted_values?: string[] }) => {
    const identity = {
      model_name: 'business_identity_verification',
      is_required: true,
      attestation_required: true,
      max_age_days: 365,
      selected_provenance_option_ids: [FIRST_BANK.entityId, SECOND_BANK.entityId],
      field_selections: [{ field_name: 'business_entity_type', ...entityType }],
    };
    return governor.configureQueryingPolicy({
      path: { policy_id: policy.id },
      body: { status: 'published', model_selections: [identity] },
    });
  };
  await narrator.step(
    'and configures it: the identity section must be attested, and the first bank is preferred',
    'the policy is published and applies to every later query that names it',
    () => configure({ is_required: true }),
  );

  const agreed = {
    network_id: DEMO_NETWORK.id,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: business,
    scope: 'kyb_certificate',
  };
  const { data: consent } = await narrator.step(
    'The querying bank records the consent of the business',
    'queries can use the consent immediately',
    () => querier.recordBusinessConsent({ body: agreed }),
  );

  const { consent_id } = consent;
  const query = () =>
    querier.queryKybCertificate({
      body: { network_ids: [DEMO_NETWORK.id], policy_id: policy.id, consent_id },
    });
  print('\n   (waiting until the furnished records can be queried)');
  await untilQueryable(() => rejectionOr(query));
  const { data: certificate } = await narrator.step(
    'The querying bank queries the KYB certificate',
    'the identity section is from the preferred furnisher, the others are from the latest verification',
    query,
  );
  const businessId = furnished.data.results[0]?.business_id;
  if (certificate === undefined || certificate.business_id !== businessId) {
    throw new UnexpectedAnswerError('the certificate is not for the furnished business');
  }

  const correct = (bank: NdxClient, { name }: DemoInstitution, of: Verification, record: string) =>
    furnish(
      bank,
      `${name} corrects the operating address of its record`,
      { ...of, operatingCity: 'Somerville' },
      { corrects_record_id: record },
    );
  await showNotices(narrator, {
    querier,
    queryEventId: certificate.query_event_id,
    // The identity section, which has the address, is from the first bank.
    correctUnused: () =>
      correct(secondBank, SECOND_BANK, bySecond, other.data.results[0]?.record_id ?? ''),
    correctUsed: () =>
      correct(firstBank, FIRST_BANK, byFirst, furnished.data.results[0]?.record_id ?? ''),
  });

  await showPolicyChange(narrator, {
    ...{ author: governor, approver: clientOf(GOVERNOR) },
    ...(await openReviewedNetwork(narrator, { governor, furnisher: firstBank, querier })),
  });

  await narrator.step(
    'In the demo network, which does not review changes, the governor accepts only corporations',
    'a record whose value is not in accepted_values is not a candidate',
    () => configure({ accepted_values: ['corporation'] }),
  );
  const noResult = await narrator.step(
    'and no record satisfies the policy',
    'both banks furnished a limited liability company: the required section has no candidate, so there is no result; values are never masked to satisfy a policy',
    query,
    204,
  );

  await narrator.step(
    'The consent is revoked',
    'no query that starts after the response can use it',
    () => querier.revokeBusinessConsent({ path: { consent_id } }),
  );
  await narrator.denial(
    'and the next query is rejected',
    'a revocation takes effect before it is acknowledged',
    query,
  );
  await narrator.denial(
    'also when the query names the business and no consent',
    'the newest consent that the bank recorded for the business applies, and it has ended',
    () =>
      querier.queryKybCertificate({
        body: { network_ids: [DEMO_NETWORK.id], business_id: businessId },
      }),
  );
  narrator.observe(
    'The certificate that was issued',
    'each section names its furnisher and its attestation',
    certificate,
  );
  narrator.observe(
    "and billing's event for it, consumed from the bus",
    'one event for this query, regardless of retries',
    await watch.eventOf(certificate.query_event_id),
  );
  await showExplanations(
    narrator,
    { querier, governor },
    { certificate: certificate.query_event_id, noResult: noResult.queryEventId ?? '' },
  );
  print(
    '\nThe main job is done: furnished, attested, governed, consented, queried, revoked, billed.',
  );
}
