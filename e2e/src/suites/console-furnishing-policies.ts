import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER, GOVERNOR } from '@ndx/tools/network/demo-people';
import { KYB_PRODUCT_ID } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

const POLICIES = '/v1/networks/policies/furnishing';
const NAME = 'Recent verifications';
const END = '2099-12-31T10:30';

/** The furnishing policies of a network in a browser. */
export function consoleFurnishingPoliciesSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for furnishing policies', () => {
    let networkId: string;

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
    });

    test('a policy is drafted, put into effect, planned to end, and replaced by its next version', async () => {
      const list = `/furnishing-policies?network=${networkId}`;
      const governor = await signIn(GOVERNOR, list);
      const { page } = governor;
      await page.getByText('The network accepts every record').waitFor();
      await page.getByRole('button', { name: 'New policy' }).click();
      const form = page.getByRole('dialog', { name: 'New policy' });
      await form.getByLabel('Product').selectOption('KYB certificate');
      await form.getByLabel('Name').fill(NAME);
      await form.getByRole('button', { name: 'Create draft' }).click();
      await governor.heading(`Edit ${NAME}`);
      await page.getByLabel('Maximum age of a verification in days').fill('365');
      await page.getByLabel('Needs an attestation in force').check();
      await page.getByLabel('Business entity type').first().press('Space');
      await page.getByText('1 required field', { exact: true }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(360, 1920);
      await page.getByRole('button', { name: 'Save as version 2' }).click();
      const fields = page.getByRole('table', { name: 'Required fields' });
      await fields.waitFor();
      expect(await fields.getByRole('row').allInnerTexts()).toEqual([
        expect.stringMatching(/Section\s+Field/),
        expect.stringMatching(/Business identity verification\s+Business entity type/),
      ]);
      await governor.requireFaultless();
      await governor.requireFit(360, 1920);
      await governor.confirm('Put into effect', NAME);
      const main = page.locator('main');
      await main.getByText('In effect', { exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Plan start and end' }).click();
      const period = page.getByRole('dialog', { name: `Start and end of ${NAME}` });
      expect(await period.getByLabel('Starts').isDisabled()).toBe(true);
      await period.getByLabel('Ends').fill(END);
      await governor.requireFaultless();
      await period.getByRole('button', { name: 'Save' }).click();
      await main.getByText('Dec 31, 2099').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const path = `${POLICIES}/${id}?network_id=${networkId}`;
      expect(await succeed(exchange().as(GOVERNOR).get(path))).toMatchObject({
        name: NAME,
        product_id: KYB_PRODUCT_ID,
        version: 3,
        active_on: expect.stringMatching(/^20/),
        deprecated_on: await page.evaluate<string>(`new Date('${END}').toISOString()`),
        policy_metadata: {
          required_fields: ['business_identity_verification.business_entity_type'],
          attestation_required: true,
          max_age_days: 365,
        },
      });
      await governor.confirm('Draft next version', NAME);
      await governor.heading(`Edit ${NAME}`);
      expect(await page.getByLabel('Business entity type').first().isChecked()).toBe(true);
      await page.getByLabel('Needs an attestation in force').uncheck();
      await page.getByRole('button', { name: 'Save as version 5' }).click();
      await governor.confirm('Put into effect', NAME);
      await main.getByText('In effect', { exact: true }).waitFor();
      await page.reload();
      await governor.heading(NAME);
      await page.getByRole('link', { name: 'All furnishing policies' }).click();
      const rows = page.getByRole('table', { name: 'Furnishing policies' }).getByRole('row');
      await rows.nth(1).waitFor();
      expect((await rows.allInnerTexts()).slice(1)).toEqual([
        expect.stringMatching(
          /Replaced\s+3\s+1 field, an attestation in force, a verification at most 365 days old/,
        ),
        expect.stringMatching(
          /In effect\s+6\s+1 field, a verification at most 365 days old.*no end/s,
        ),
      ]);
      await governor.requireFaultless();
      await rows.nth(2).getByRole('link', { name: NAME }).click();
      await governor.confirm('End', NAME);
      await main.getByText('Ended', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'End', exact: true }).count()).toBe(0);
    });

    test('another role reads a policy and is not offered changes, which the server refuses', async () => {
      const input = {
        product_id: KYB_PRODUCT_ID,
        network_id: DEMO_NETWORK.id,
        name: `draft ${randomUUID()}`,
      };
      const { id } = await succeed(exchange().as(GOVERNOR).post(POLICIES, input));
      const address = `/furnishing-policies/${String(id)}`;
      const officer = await signIn(COMPLIANCE_OFFICER, `${address}?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      await officer.heading(input.name);
      await page.getByText('No field is required').waitFor();
      expect(
        await page
          .locator('main')
          .getByRole('button', { name: /^(?!Copy)/ })
          .count(),
      ).toBe(0);
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await officer.requireFaultless();
      await page.goto(`${exchange().url}/console${address}/edit?network=${DEMO_NETWORK.id}`);
      await page.getByText('Your account may not edit policies').waitFor();
      expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
      const client = exchange().as(COMPLIANCE_OFFICER);
      for (const answer of [
        await client.post(POLICIES, input),
        await client.put(`${POLICIES}/${String(id)}/configuration`, { name: 'other' }),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { detail: 'Not enough permissions' } });
      }
    });
  });
}
