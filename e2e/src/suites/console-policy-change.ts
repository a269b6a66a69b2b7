import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { limitedCompanyTest } from '@ndx/tools/demo/demo-business';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicy, isIssued, QUERY, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

const LIMITED_COMPANIES = 12;
const CORPORATIONS = 4;
const ACCEPTED = 'Accepted values of Business entity type';

/** The change of docs/policies.md by two accounts of a governor, in a browser. */
export function consolePolicyChangeSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('a change of a policy in the console, from the idea to the evidence', () => {
    let networkId: string;
    let policyId: string;
    let businessId: string;

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
      const operator = exchange().as(OPERATOR);
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(operator.get(participants)));
      policyId = await aPolicy(exchange(), { is_default: true }, networkId);
      const tests = `/v1/networks/policies/querying/${policyId}/tests`;
      await succeed(operator.put(tests, { test: limitedCompanyTest(FIRST_BANK.entityId) }));
      await succeed(operator.put(`/v1/networks/${networkId}`, { policy_changes: 'reviewed' }));
      await join(FIRST_BANK, 'furnisher');
      await join(QUERYING_BANK, 'querier');
      for (let n = 0; n < CORPORATIONS; n += 1) await query(await furnish('corporation'));
      for (let n = 0; n < LIMITED_COMPANIES; n += 1) {
        businessId = await furnish('limited_liability_company');
        await query(businessId);
      }
    });

    const join = async ({ entityId }: DemoInstitution, role: string) => {
      const path = `/v1/networks/${networkId}/memberships/${entityId}`;
      await succeed(
        exchange()
          .as(OPERATOR)
          .put(path, { roles: [role] }),
      );
    };

    /** @returns the id of the business; a new member can furnish once the services know it */
    const furnish = (business_entity_type: string) => {
      const business = new TestBusiness(exchange());
      return eventually(() =>
        business.furnish({ networkId, identityData: { business_entity_type } }),
      );
    };

    const query = (business_id: string) =>
      eventually(async () => {
        const purpose = { 'x-permissible-purpose': 'customer_due_diligence' };
        const body = { network_ids: [networkId], business_id };
        const answer = await exchange().as(QUERYING_BANK).post(QUERY, body, purpose);
        isIssued(answer);
        return answer;
      });

    /** Starts a simulation of the draft, and waits for its end. */
    const simulate = async ({ page }: ConsoleUser) => {
      await page.getByRole('button', { name: 'Simulate the draft' }).click();
      const form = page.getByRole('dialog', { name: /^Simulate the draft/ });
      await form.getByLabel('Queries of').selectOption('Last hour');
      await form.getByRole('button', { name: 'Start' }).click();
      await page.getByText('Completed', { exact: true }).waitFor();
      await page.getByText('It is of the present draft.').waitFor();
      return page.locator('main').innerText();
    };

    test('loses twelve answers, then none, is approved, published, and named by the evidence', async () => {
      const policy = `/policies/${policyId}?network=${networkId}`;
      const { version, name } = await succeed(
        exchange().as(GOVERNOR).get(`/v1/networks/policies/querying/${policyId}`),
      );
      const author = await signIn(GOVERNOR, policy);
      const { page } = author;
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Required').first().check();
      await page.getByLabel(ACCEPTED).fill('corporation');
      await page.getByText('Narrower').first().waitFor();
      await page.getByRole('button', { name: 'Save as a draft' }).click();
      expect(await simulate(author)).toMatch(
        /200 Result → 204 No result: Required section missing\s+12 lost/,
      );
      await author.requireFaultless();

      await page
        .getByRole('link', { name: /^Compare/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Save as a test' }).click();
      const form = page.getByRole('dialog', { name: /^Save this query as a test/ });
      await form.getByLabel('Name').fill('an answered query stays answered');
      await author.requireFaultless();
      await form.getByRole('button', { name: 'Save the test' }).click();
      await page.getByText('carries the test “an answered query stays answered”').waitFor();
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);
      await page.getByRole('link', { name: 'The policy', exact: true }).click();
      await page.getByText('A test fails under the draft').waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel(ACCEPTED).fill('corporation, limited_liability_company');
      await page.getByRole('button', { name: 'Save the draft' }).click();
      expect(await simulate(author)).not.toContain('→');
      await page.goto(`${exchange().url}/console${policy}`);
      await page.getByRole('button', { name: 'Discard the draft' }).waitFor();
      expect(await author.text()).not.toContain('fails under the draft');
      const saved = page.getByRole('row').filter({ hasText: 'an answered query stays answered' });
      await saved.getByText('Passed').first().waitFor();
      await saved.getByRole('button', { name: /^Delete the test/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Delete the test/ });
      await author.requireFaultless();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await saved.waitFor({ state: 'detached' });
      await author.confirm('Submit for approval', String(name));
      // A query is repeated until the services know its record.
      const counted = /^Of \d+ past queries, 0 would change: 0 answers lost, 0 gained\./;
      await page.getByText(counted).waitFor();
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);

      const approver = await signIn(OPERATOR, policy);
      await approver.page.getByText(counted).waitFor();
      await approver.page.getByText('1 test passed.').waitFor();
      await approver.confirm('Approve the draft', String(name));
      await approver.page.getByText('Approved by').waitFor();
      await page.goto(`${exchange().url}/console${policy}`);
      await author.confirm('Publish the draft', String(name));
      await page.getByText('No draft is open.').waitFor();

      const { headers } = await query(businessId);
      const queryId = String(headers.get('x-ref-id'));
      await page.goto(`${exchange().url}/console/queries/${queryId}?network=${networkId}`);
      const published = Number(version) + 1;
      await page.getByRole('link', { name: `version ${published}` }).click();
      await page.getByRole('heading', { name: `What version ${published} releases` }).waitFor();
      await page.getByText('Author of the draft').waitFor();
      await page.getByText('Approved by').waitFor();
      await page.getByText(counted).waitFor();
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);

      await page.goto(`${exchange().url}/console/usage/${queryId}?network=${networkId}`);
      const rules = page.getByRole('table', { name: 'Rules that applied' });
      await rules.getByText(`version ${published}`).waitFor();
      await rules.getByText('Narrower').waitFor();
      await rules.getByText('Account').waitFor();
      await rules.getByText(/0 of \d+ simulated queries changed, 0 answers lost/).waitFor();
      await rules.getByText('Tests: 1 passed, 0 failed').waitFor();
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);
    });

    test('is copied with its rules to another network that the institution governs', async () => {
      const author = await signIn(GOVERNOR, `/policies/${policyId}?network=${networkId}`);
      const { page } = author;
      const source = await succeed(
        exchange().as(GOVERNOR).get(`/v1/networks/policies/querying/${policyId}`),
      );
      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      const form = page.getByRole('dialog', { name: /^Copy:/ });
      await form.getByLabel('Network').selectOption(DEMO_NETWORK.name);
      const name = `${String(source['name'])} of ${networkId}`;
      await form.getByLabel('Name').fill(name);
      await author.requireFaultless();
      await form.getByRole('button', { name: 'Create draft' }).click();
      await page.getByRole('heading', { name }).waitFor();
      await page.getByText('Version').first().waitFor();
      const [id = ''] = new URL(page.url()).pathname.split('/').slice(-1);
      expect(
        await succeed(exchange().as(GOVERNOR).get(`/v1/networks/policies/querying/${id}`)),
      ).toMatchObject({
        network_id: DEMO_NETWORK.id,
        status: 'draft',
        version: 1,
        model_selections: source['model_selections'],
      });
    });
  });
}
