import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import { FURNISHER_COMPLIANCE_OFFICER, GOVERNOR, INTEGRATOR } from '@ndx/tools/network/demo-people';
import { aPolicy, isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

const CLOCK = '/v1/sandbox/clock';
const POLICIES = '/v1/networks/policies/querying';

/** The first view of each account, in a browser. */
export function consoleHomeSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the home of the console', () => {
    test('shows a governor what waits in its views, each beside the link to it', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      await queryUntil(exchange(), { consent_id }, isIssued);
      const networkId = await aGovernedNetwork(exchange());
      const operator = exchange().as(OPERATOR);
      await eventually(() => succeed(operator.get(`/v1/networks/${networkId}/participants`)));
      const id = await aPolicy(exchange(), {}, networkId);
      await succeed(operator.put(`/v1/networks/${networkId}`, { policy_changes: 'reviewed' }));
      const { version } = await succeed(operator.get(`${POLICIES}/${id}`));
      const draft = { base_version: version, expected_digest: null, enforced: true };
      const { digest } = await succeed(operator.put(`${POLICIES}/${id}/draft`, draft));
      await succeed(operator.post(`${POLICIES}/${id}/draft/submit`, { digest }));

      const governor = await signIn(GOVERNOR, `/?network=${DEMO_NETWORK.id}`);
      const { page } = governor;
      const card = (name: string) => page.getByRole('group', { name, exact: true });
      await page.getByRole('banner').getByText('Sandbox').waitFor();
      const queries = /(?<![\d,])[1-9][\d,]* quer(?:y|ies) today \(UTC\)/;
      await card('Queries').getByRole('link', { name: queries }).waitFor();
      const picture = page.getByRole('region', { name: 'Queries of the last 7 days' });
      await picture.getByRole('img', { name: /as bars per day and outcome$/ }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      const awaited = /^\d+ drafts? awaits? your approval$/;
      const number = card('Policy drafts').getByRole('link', { name: awaited });
      const [count = ''] = (await number.innerText()).split(' ');
      await number.click();
      await governor.heading('Policy drafts');
      await page.getByText('Awaits an approval, which you can give').first().waitFor();
      await page.getByText(new RegExp(`^${count} drafts? \\(filtered\\)$`)).waitFor();
      await governor.requireFaultless();
    });

    test('pictures the queries of each day, whose numbers lead to their list', async () => {
      const consent_id = await new TestBusiness(exchange()).consent();
      const body = { network_ids: [DEMO_NETWORK.id], consent_id };
      expect((await exchange().as(QUERYING_BANK).post(QUERY, body)).status).toBe(204);
      const querier = await signIn(QUERYING_BANK, `/?network=${DEMO_NETWORK.id}`);
      const { page } = querier;
      const days = page.getByRole('table', { name: 'Queries per day and outcome' });
      const today = days.getByRole('row').nth(1);
      const count = today.getByRole('link', { name: /without a result on / });
      const [number = ''] = (await count.innerText()).split(' ');
      await querier.requireFaultless();
      await count.click();
      await querier.heading('Queries');
      await page.waitForURL(/outcome=no_result/);
      await page.getByText(new RegExp(`${number} quer(?:y|ies) in this period`)).waitFor();
      await page.goBack();
      await page
        .getByRole('table', { name: 'Queries without a result' })
        .getByRole('link', { name: 'No record satisfies the rules' })
        .click();
      await page.waitForURL(/reason=no_eligible_record/);
      await page.getByRole('table', { name: 'Queries' }).waitFor();
    });

    test('counts for a furnisher what it furnished and what used it, with its own tasks', async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      await queryUntil(exchange(), { consent_id }, isIssued);
      const path = `/?network=${DEMO_NETWORK.id}`;
      const officer = await signIn(FURNISHER_COMPLIANCE_OFFICER, path);
      const card = ({ page }: ConsoleUser, name: string) =>
        page.getByRole('group', { name, exact: true });
      const today = /(?<![\d,])[1-9][\d,]* (?:submissions?|query|queries) today \(UTC\)/;
      await card(officer, 'Submissions').getByRole('link', { name: today }).waitFor();
      const uses = card(officer, 'Uses of records').getByRole('link', { name: today });
      const [used = ''] = (await uses.innerText()).split(' ');
      await card(officer, 'Attestations').getByText('Attest, or revoke').waitFor();
      expect(await card(officer, 'Querying policies').innerText()).not.toContain('publish');
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      await uses.click();
      await officer.heading('Uses of records');
      await officer.page
        .getByText(new RegExp(`(?:^|of )${used} quer(?:y|ies) in this period`))
        .waitFor();
      await officer.page.goBack();
      // The rest of a card opens its view without a filter.
      await card(officer, 'Submissions').click({ position: { x: 8, y: 8 } });
      await officer.heading('Submissions');
      expect(officer.page.url()).not.toContain('from=');
      const governor = await signIn(GOVERNOR, path);
      await card(governor, 'Querying policies').getByText('Draft, publish or enforce').waitFor();
    });

    test('moves the clock of an institution in a sandbox, and resets it', async () => {
      const integrator = await signIn(INTEGRATOR);
      const { page } = integrator;
      const clock = page.getByRole('region', { name: 'Sandbox clock' });
      try {
        await clock.getByText('has the real time').waitFor();
        await clock.getByRole('button', { name: 'Move the clock forward' }).click();
        const form = page.getByRole('dialog', { name: 'Move the clock' });
        await form.getByLabel('Days').fill('2');
        await integrator.requireFaultless();
        await form.getByRole('button', { name: 'Move' }).click();
        await clock.getByText('is ahead by 2 days').waitFor();
        await integrator.requireFaultless();
        await integrator.requireFit(390, 1024, 1440);
        const { offset_seconds } = await succeed(exchange().as(QUERYING_BANK).get(CLOCK));
        expect(offset_seconds).toBe(2 * 86_400);
        await clock.getByRole('button', { name: 'Reset the clock' }).click();
        const question = page.getByRole('dialog', { name: 'Reset the clock' });
        await question.getByRole('button', { name: 'Reset the clock' }).click();
        await clock.getByText('has the real time').waitFor();
      } finally {
        await succeed(exchange().as(QUERYING_BANK).delete(CLOCK));
      }
    });

    test('shows the operator of the system that all services are healthy, and their lag', async () => {
      const { page } = await signIn(SYSTEM_OPERATOR, '/');
      const main = page.locator('main');
      await main.getByText('All healthy').waitFor();
      await main.getByText(/^Lag of [\d,]+ events? at most$/).waitFor();
    });
  });
}
