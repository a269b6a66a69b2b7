import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { demoSections } from '@ndx/tools/demo/demo-business';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import {
  aPolicy,
  FURNISH,
  isIssued,
  KYB_PRODUCT_ID,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { aCorrectedAnswer } from '../harness/corrected-business.js';
import { everyItem } from '../harness/every-item.js';
import type { Exchange } from '../harness/exchange.js';
import { anIdentityConflict } from '../harness/identity-conflict.js';
import { aNoticeEndpoint, UNREACHABLE } from '../harness/notice-endpoint.js';
import { aGovernedNetwork, aParticipant, succeed } from '../harness/participant.js';
import { aDraft } from '../harness/policy-draft.js';
import { savedHead, savedJson } from '../harness/saved-file.js';

const DEMO = DEMO_NETWORK.id;
const MODEL = 'business_identity_verification';

/** Records of one submission. */
const RECORDS = 3;

/** More than a page of the list has. */
const INVITATIONS = 101;

type Row = Readonly<Record<string, unknown>>;

interface SavedList {
  /** As the buttons name it. */
  readonly list: string;
  readonly user: DemoInstitution;
  /** In the console. */
  readonly view: () => string;
  /** The list of the API. */
  readonly path: () => string;
  /** The items of the view, where the API has no filter for them. */
  readonly only?: (item: Row) => boolean;
  /** What some row has beside the members of the API. */
  readonly names: Row;
}

/** The files of lists have what the API lists, with a name beside each id. */
export function consoleListFilesSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('a saved list has every item of the API', () => {
    let networkId: string;
    let policyId: string;
    let simulationId: string;
    let submissionId: string;
    let consent: { readonly consent_id: string; readonly business_id: string };
    let endpoint: string;

    const operator = () => exchange().as(OPERATOR);

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
      const bank = await aParticipant(exchange(), networkId, 'governor', 'querier');
      await anIdentityConflict(bank.client, networkId);
      const institution = { institution_name: 'Invited Bank', roles: ['furnisher'] };
      const invitations = `/v1/networks/${networkId}/invitations`;
      for (let sent = 0; sent < INVITATIONS; sent += 1) {
        const invitation = await succeed(bank.client.post(invitations, institution));
        // An institution has at most a hundred open ones.
        const { invitation_id: id } = invitation;
        if (sent === 0) await succeed(bank.client.delete(`${invitations}/${String(id)}`));
      }
      const client = { name: 'Saved client', client_id: randomUUID(), subject: randomUUID() };
      const terms = { permissions: ['policy:read'], network_ids: [DEMO] };
      await succeed(operator().post('/v1/clients', { ...client, ...terms }));
      await aDraft(operator(), DEMO, 'querying');
      const furnishing = { product_id: KYB_PRODUCT_ID, network_id: networkId, name: 'Saved' };
      await succeed(operator().post('/v1/networks/policies/furnishing', furnishing));
      endpoint = await aNoticeEndpoint(exchange(), { url: UNREACHABLE });
      submissionId = await aSubmission(exchange());
      consent = await anEndedConsent(exchange());
      policyId = await aPolicy(exchange(), {});
      simulationId = await aSimulation(exchange(), policyId);
      await aCorrectedAnswer(exchange());
      const deliveries = `${endpoint}/deliveries`;
      await eventually(async () => {
        const { data } = await succeed(exchange().as(QUERYING_BANK).get(deliveries));
        expect(data).not.toEqual([]);
      });
    });

    afterAll(() => exchange().as(QUERYING_BANK).delete(endpoint));

    const LISTS: readonly SavedList[] = [
      {
        list: 'identity conflicts',
        user: OPERATOR,
        view: () => `/identity-conflicts?network=${networkId}&status=all`,
        path: () => `/v1/networks/${networkId}/identity-conflicts?order=newest_first`,
        names: { network_name: expect.stringMatching(/^network /) },
      },
      {
        list: 'members',
        user: OPERATOR,
        view: () => `/members?network=${networkId}`,
        path: () => `/v1/networks/${networkId}/institutions`,
        names: { entity_name: OPERATOR.name },
      },
      {
        list: 'accounts',
        user: OPERATOR,
        view: () => `/institutions/${OPERATOR.entityId}?network=${DEMO}`,
        path: () => `/v1/networks/${DEMO}/institutions/${OPERATOR.entityId}/accounts`,
        names: { entity_name: OPERATOR.name, account_name: 'operator-user' },
      },
      {
        list: 'invitations',
        user: OPERATOR,
        view: () => `/members?network=${networkId}`,
        path: () => `/v1/networks/${networkId}/invitations?order=newest_first`,
        names: { sender_entity_name: expect.stringMatching(/^organization /) },
      },
      {
        list: 'clients',
        user: OPERATOR,
        view: () => `/institutions/${OPERATOR.entityId}?network=${DEMO}`,
        path: () => '/v1/clients',
        names: { network_names: [DEMO_NETWORK.name], registered_by_name: 'operator-user' },
      },
      {
        list: 'querying policies',
        user: OPERATOR,
        view: () => `/policies?network=${DEMO}`,
        path: () => `/v1/networks/policies/querying?network_id=${DEMO}`,
        names: { product: 'kyb_certificate', network_name: DEMO_NETWORK.name },
      },
      {
        list: 'furnishing policies',
        user: OPERATOR,
        view: () => `/furnishing-policies?network=${networkId}`,
        path: () => `/v1/networks/policies/furnishing?network_id=${networkId}`,
        names: { product: 'kyb_certificate', stage: 'draft' },
      },
      {
        list: 'policy drafts',
        user: OPERATOR,
        view: () => `/policy-drafts?network=${DEMO}`,
        path: () => '/v1/networks/policies/drafts',
        names: { account_name: 'operator-user', network_name: DEMO_NETWORK.name },
      },
      {
        list: 'policy versions',
        user: OPERATOR,
        view: () => `/policies/${policyId}?network=${DEMO}`,
        path: () => `/v1/networks/policies/querying/${policyId}/versions/1`,
        names: { account_name: 'operator-user' },
      },
      {
        list: 'simulations',
        user: OPERATOR,
        view: () => `/policies/${policyId}?network=${DEMO}`,
        path: () => `/v1/simulations?network_id=${DEMO}&order=newest_first`,
        only: ({ policy_id }) => policy_id === policyId,
        names: { network_name: DEMO_NETWORK.name },
      },
      {
        list: 'changed queries',
        user: OPERATOR,
        view: () => `/policies/${policyId}/simulations/${simulationId}?network=${DEMO}`,
        path: () => `/v1/simulations/${simulationId}/queries`,
        names: { querying_entity_name: QUERYING_BANK.name },
      },
      {
        list: 'notice endpoints',
        user: QUERYING_BANK,
        view: () => '/notice-endpoints',
        path: () => '/v1/notice-endpoints',
        names: { url: UNREACHABLE },
      },
      {
        list: 'notice deliveries',
        user: QUERYING_BANK,
        view: () => endpoint.replace('/v1', ''),
        path: () => `${endpoint}/deliveries?order=newest_first`,
        names: { notice_id: expect.stringMatching(/./) },
      },
      {
        list: 'submitted records',
        user: FIRST_BANK,
        view: () => `/submissions/${submissionId}`,
        path: () => `/v1/submissions/${submissionId}/records`,
        names: { subject_name: 'Example Hardware LLC' },
      },
      {
        list: 'consent history',
        user: QUERYING_BANK,
        view: () =>
          `/subjects/business/${consent.business_id}/consents/${consent.consent_id}?network=${DEMO}`,
        path: () => `/v1/consent/business/${consent.consent_id}/events?network_id=${DEMO}`,
        names: { event: 'revoked', account_name: expect.stringMatching(/./) },
      },
      {
        list: 'records',
        user: FIRST_BANK,
        view: () => `/records?network=${DEMO}&state=corrected`,
        path: () => `/v1/records?network_id=${DEMO}&state=corrected`,
        names: { subject_name: 'Example Hardware LLC', furnishing_entity_name: FIRST_BANK.name },
      },
    ];

    test.each(LISTS)('$list', async ({ list, user, view, path, only = () => true, names }) => {
      const { page } = await signIn(user, view());
      const { about, data } = await savedJson(page, list);
      const listed = await everyItem(exchange().as(user), path());
      expect(data).toMatchObject(listed.filter(only));
      expect(data).toContainEqual(expect.objectContaining(names));
      expect(about).toMatchObject({ institution: user.name, to: expect.stringMatching(/Z$/) });
      expect(JSON.parse(String(about['filter']))).toEqual(expect.any(Object));
      const head = await savedHead(page, list);
      expect(head).toEqual(expect.arrayContaining([...Object.keys(names), 'institution']));
    });

    test('a filter of the list is in the file and applies to it', async () => {
      const { page } = await signIn(OPERATOR, `/policies?network=${networkId}&product=tax`);
      await page.getByText('No policy').waitFor();
      expect(await page.getByRole('button', { name: 'Save as CSV' }).count()).toBe(0);
      await aPolicy(exchange(), {}, networkId);
      const path = `/policies?network=${networkId}&product=kyb_certificate`;
      const filtered = await signIn(OPERATOR, path);
      const { about, data } = await savedJson(filtered.page);
      expect(JSON.parse(String(about['filter']))).toEqual({
        ...{ network_id: networkId, product_id: KYB_PRODUCT_ID },
      });
      expect(data).toHaveLength(1);
    });
  });
}

/** Furnishes records; returns the id of their submission. */
async function aSubmission(exchange: Exchange): Promise<string> {
  const verification = { source: 'registry', operatingCity: 'Cambridge' };
  const performedAt = new Date(Date.now() - 86_400_000).toISOString();
  const records = Array.from({ length: RECORDS }, () => {
    const { identity, registration } = new TestBusiness(exchange);
    return {
      business_identity: identity,
      ...demoSections(registration, { ...verification, performedAt }),
    };
  });
  const furnisher = exchange.as(FIRST_BANK);
  await succeed(furnisher.post(FURNISH, { network_id: DEMO, records }));
  const newest = '/v1/submissions?order=newest_first&limit=1';
  return eventually(async () => {
    const { data } = await succeed(furnisher.get(newest));
    expect(data).toMatchObject([{ accepted_count: RECORDS }]);
    return (data as readonly [{ readonly submission_id: string }])[0].submission_id;
  });
}

/** A consent that was revoked, with its business. */
async function anEndedConsent(exchange: Exchange) {
  const business = new TestBusiness(exchange);
  const business_id = await business.furnish();
  const consent_id = await business.consent();
  await succeed(exchange.as(QUERYING_BANK).post(`/v1/consent/business/${consent_id}/revoke`, {}));
  return { business_id, consent_id };
}

/** A completed simulation that changes the answer of a query; returns its id. */
async function aSimulation(exchange: Exchange, policy_id: string): Promise<string> {
  const business = new TestBusiness(exchange);
  await business.furnish({ daysAgo: 20 });
  const consent_id = await business.consent();
  await queryUntil(exchange, { consent_id, policy_id }, isIssued);
  const operator = exchange.as(OPERATOR);
  const model_selections = [{ model_name: MODEL, is_required: true, max_age_days: 10 }];
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const { simulation_id } = await succeed(
    operator.post('/v1/simulations', { policy_id, from, model_selections }),
  );
  await eventually(async () => {
    const simulation = await succeed(operator.get(`/v1/simulations/${String(simulation_id)}`));
    expect(simulation).toMatchObject({ state: 'completed', changed_queries: 1 });
  });
  return String(simulation_id);
}
