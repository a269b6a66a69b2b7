import { beforeAll, describe, expect, test } from '@jest/globals';
import { SANDBOX_NETWORK } from '@ndx/tools/network/demo-network';
import { BILLING, INTEGRATOR } from '@ndx/tools/network/demo-people';
import { fillSandbox } from '@ndx/tools/sandbox/fill-sandbox';
import { OUTCOMES } from '@ndx/tools/sandbox/outcomes';
import { sandboxParties } from '@ndx/tools/sandbox/sandbox-parties';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';

/** The outcomes of a filled sandbox on the home page. */
export function consoleSandboxSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the sandbox outcomes of the console', () => {
    beforeAll(() => fillSandbox(sandboxParties((institution) => exchange().as(institution))));

    test('are listed with the consents of the institution, which are recorded once', async () => {
      const integrator = await signIn(INTEGRATOR);
      const { page } = integrator;
      const panel = page.getByRole('region', { name: 'Sandbox outcomes' });
      const table = panel.getByRole('table', { name: 'Consents for each outcome' });
      const record = async () => {
        const answered = page.waitForResponse((response) => response.url().includes('/v1/consent'));
        await panel.getByRole('button', { name: 'Record the consents' }).click();
        await answered;
        await table.waitFor();
        await integrator.settled();
        return table.locator('tbody').innerText();
      };
      const ids = await record();
      expect(await table.locator('tbody tr').count()).toBeGreaterThan(0);
      await integrator.requireFaultless();
      await integrator.requireFit(390, 1024, 1440);
      expect(await record()).toEqual(ids);
      const named = OUTCOMES.map(({ name }) => name);
      expect(named).toEqual(
        expect.arrayContaining(await table.locator('tbody tr > td:first-child').allInnerTexts()),
      );
      await table.getByRole('link').first().click();
      await page.waitForURL((url) => url.searchParams.get('network') === SANDBOX_NETWORK.id);
      await integrator.heading();
      await integrator.requireFaultless();
    });

    test('are not shown to an account that may not record consents', async () => {
      const billing = await signIn(BILLING);
      await billing.page.getByRole('heading', { name: /^Networks/ }).waitFor();
      expect(await billing.page.getByRole('button', { name: 'Record the consents' }).count()).toBe(
        0,
      );
    });
  });
}
