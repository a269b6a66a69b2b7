import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicy, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

const MODEL = 'business_identity_verification';

/** A governor sees in a browser what a draft would have answered. */
export function consoleSimulationsSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for simulations', () => {
    let query: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      await business.furnish({ daysAgo: 20 });
      const consent_id = await business.consent();
      const { headers } = await queryUntil(exchange(), { consent_id }, isIssued);
      query = String(headers.get('x-ref-id'));
    });

    /** A policy of the demo network with a draft that releases less; returns the path of the draft. */
    const aNarrowerDraft = async () => {
      const id = await aPolicy(exchange(), {});
      const path = `/v1/networks/policies/querying/${id}/draft`;
      const model_selections = [{ model_name: MODEL, is_required: true, max_age_days: 10 }];
      const draft = { base_version: 2, is_default: true, model_selections };
      const { digest } = await succeed(exchange().as(GOVERNOR).put(path, draft));
      return { id, path, digest };
    };

    test('a draft is simulated over past queries, which lead to both explanations', async () => {
      const { id, path, digest } = await aNarrowerDraft();
      const governor = await signIn(GOVERNOR, `/policies/${id}?network=${DEMO_NETWORK.id}`);
      const { page } = governor;
      await page.getByRole('button', { name: 'Simulate the draft' }).click();
      const form = page.getByRole('dialog', { name: /^Simulate the draft/ });
      await form.getByLabel('Queries of').selectOption('Last hour');
      await form.getByRole('button', { name: 'Start' }).click();
      await governor.heading('Simulation');
      await page.getByText('Completed', { exact: true }).waitFor();
      await page.getByText('It is of the present draft.').waitFor();
      const outcomes = page.getByRole('list', { name: 'Queries by outcome' });
      const lost = /^200 Result → 204 No result: Required section missing/;
      await outcomes.getByRole('listitem').filter({ hasText: lost }).waitFor();
      expect(await outcomes.innerText()).toMatch(/\d lost/);
      const sections = page.getByRole('table', { name: 'Sections that change' });
      expect(await sections.innerText()).toMatch(/Business identity verification\s+Lost/);
      const queriers = page.getByRole('table', { name: 'By querier' });
      const bank = queriers.getByRole('row').filter({ hasText: QUERYING_BANK.name });
      // Changed queries, answers lost and gained, and sections lost.
      expect(await bank.innerText()).toMatch(/(\s[1-9]\d*){2}\s+\d+\s+[1-9]/);
      const changed = page.getByRole('table', { name: 'Queries whose answer changes' });
      await changed.getByText('Business identity verification: lost').first().waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);

      const furnishers = page.getByRole('list', { name: 'Changes of sections by furnisher' });
      await furnishers.getByRole('link', { name: FIRST_BANK.name }).click();
      await page.getByText(`Only: from ${FIRST_BANK.name}`).waitFor();
      await page.getByRole('link', { name: 'Show all' }).click();
      await outcomes.getByRole('link', { name: lost }).click();
      await page.getByText(/^Only: 200 Result · would be 204 No result/).waitFor();
      await governor.requireFaultless();
      await page.getByRole('link', { name: `Compare ${query}` }).click();
      await governor.heading('Simulated query');
      const records = page.getByRole('table', { name: 'Considered records' });
      await records
        .getByRole('row')
        .filter({ hasText: /Chosen.*Too old/s })
        .first()
        .waitFor();
      await page.getByText('204 No result: Required section missing').waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await page.getByRole('link', { name: `Explanation of ${query}` }).click();
      await governor.heading('KYB certificate query');

      await succeed(
        exchange()
          .as(GOVERNOR)
          .put(path, { base_version: 2, is_default: true, expected_digest: digest }),
      );
      await page.goto(`${exchange().url}/console/policies/${id}?network=${DEMO_NETWORK.id}`);
      await page.getByRole('table', { name: 'Simulations' }).getByRole('link').click();
      await page.getByText('The draft has changed since').waitFor();
    });

    test('a running simulation shows its progress, and is cancelled', async () => {
      const { id } = await aNarrowerDraft();
      const body = { policy_id: id, from: new Date(Date.now() - 60_000).toISOString() };
      const started = await succeed(exchange().as(GOVERNOR).post('/v1/simulations', body));
      const simulationId = String(started['simulation_id']);
      const governor = await signIn(GOVERNOR);
      const { page } = governor;
      // A minute of queries is simulated before the page could show that it runs.
      await page.route(`**/v1/simulations/${simulationId}`, async (route) => {
        const response = await route.fetch();
        const simulation = (await response.json()) as object;
        await route.fulfill({ response, json: { ...simulation, state: 'running' } });
      });
      const view = `/console/policies/${id}/simulations/${simulationId}`;
      await page.goto(`${exchange().url}${view}?network=${DEMO_NETWORK.id}`);
      await page.getByRole('progressbar', { name: 'Progress' }).waitFor();
      await governor.requireFaultless();
      await page.getByRole('button', { name: 'Cancel the simulation' }).click();
      const dialog = page.getByRole('dialog', { name: 'Cancel the simulation?' });
      const cancel = page.waitForResponse(`**/v1/simulations/${simulationId}/cancel`);
      await dialog.getByRole('button', { name: 'Cancel the simulation' }).click();
      expect((await cancel).status()).toBe(200);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await page.getByText(/^(Cancelled|Completed)$/).waitFor();
    });
  });
}
