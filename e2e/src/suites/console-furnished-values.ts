import { describe, expect, test } from '@jest/globals';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { requireAccessible } from '../harness/accessibility.js';
import { aPolicy, IDENTITY } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { furnishTwelveBusinesses } from '../harness/furnished-businesses.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

/** A governor chooses accepted values by what the banks of the network furnish, in a browser. */
export function consoleFurnishedValuesSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for furnished values', () => {
    test('a value is chosen from those of the catalogue, beside the number of records that state it', async () => {
      const networkId = await aGovernedNetwork(exchange());
      await furnishTwelveBusinesses(exchange(), networkId);
      const id = await aPolicy(exchange(), {}, networkId);
      const governor = await signIn(GOVERNOR, `/policies/${id}/edit?network=${networkId}`);
      const { page } = governor;
      // Each section that the banks furnish has its own sentence.
      await page
        .getByRole('region', { name: 'Business identity verification' })
        .getByText(/of at least 10 records with this section, in steps of 10/)
        .waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);

      await page.getByRole('button', { name: 'Choose values of Business entity type' }).click();
      const values = page.getByRole('menu').getByRole('menuitemcheckbox');
      await values.first().waitFor();
      // A menu is outside of the landmarks of the page.
      await requireAccessible(page, { rules: { region: { enabled: false } } });
      const [first, second] = await values.allInnerTexts();
      expect(first).toBe('limited_liability_company · at least 10 records');
      expect(second).toBe('corporation · fewer than 10 records');
      await page.getByText('Any other value · fewer than 10 records').waitFor();
      const accepted = page.getByLabel('Accepted values of Business entity type');
      await values.nth(1).click();
      await values.first().click();
      expect(await accepted.inputValue()).toBe('corporation, limited_liability_company');
      await values.nth(1).click();
      expect(await accepted.inputValue()).toBe('limited_liability_company');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Save as a draft' }).click();
      await page.getByRole('table', { name: 'Effect of the draft' }).waitFor();

      const path = `/v1/networks/policies/querying/${id}/draft`;
      expect(await succeed(exchange().as(GOVERNOR).get(path))).toMatchObject({
        model_selections: [
          {
            model_name: IDENTITY,
            field_selections: [
              {
                field_name: 'business_entity_type',
                accepted_values: ['limited_liability_company'],
              },
            ],
          },
        ],
      });
    });
  });
}
