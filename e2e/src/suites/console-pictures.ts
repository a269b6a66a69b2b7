import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER } from '@ndx/tools/network/demo-people';
import { isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** The pictures of an answer, a network and a consent, each with the table that has its content. */
export function consolePicturesSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the pictures of the console', () => {
    let businessId: string;
    let consentId: string;
    let queryId: string;

    const query = () =>
      exchange()
        .as(QUERYING_BANK)
        .post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id: consentId });

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      const answer = await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      queryId = String(answer.headers.get('x-ref-id'));
    });

    test('an answer has its path from the furnisher over its record to the outcome', async () => {
      const governor = await signIn(OPERATOR, `/queries/${queryId}?network=${DEMO_NETWORK.id}`);
      const { page } = governor;
      const path = page.getByRole('region', { name: 'Path of the answer' });
      await path
        .getByRole('img', {
          name: 'From furnisher to outcome: 1 used record, 3 sections, 200 Result',
        })
        .waitFor();
      const row = path.getByRole('row').filter({ hasText: 'Business identity verification' });
      for (const name of [/^First Demo Bank$/, /^Chosen/, /^Issued$/]) {
        await row.getByRole('cell', { name }).waitFor();
      }
      await page.getByRole('button', { name: 'Replay the query' }).click();
      await page.getByRole('region', { name: 'Replay' }).getByText('Identical').waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await row.getByRole('link', { name: /^Record of First Demo Bank/ }).click();
      await governor.heading('Record of KYB certificate');
    });

    test('a network has a map of who furnishes to whom, which counts each answer', async () => {
      const governor = await signIn(OPERATOR, `/?network=${DEMO_NETWORK.id}`);
      const { page } = governor;
      const row = page
        .getByRole('table', { name: 'Answers by furnisher and institution' })
        .getByRole('row')
        .filter({ hasText: /First Demo Bank.*Querying Demo Bank/s });
      const counted = async () => {
        await row.waitFor();
        const number = await row.getByRole('cell').last().innerText();
        return Number(number.replaceAll(',', ''));
      };
      await governor.open('Network map');
      const before = await counted();
      expect((await query()).status).toBe(200);
      await page.reload();
      expect(await counted()).toBe(before + 1);
      await page.getByRole('img', { name: /^\d[\d,]* answers? from \d+ furnishers?/ }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await page.getByLabel('Period').selectOption('Yesterday');
      await page.getByText('No answer in this period').waitFor();
      await page.goBack();
      await row.getByRole('link', { name: 'First Demo Bank' }).click();
      await page.waitForURL(new RegExp(`/institutions/${FIRST_BANK.entityId}`));
    });

    test('a consent has its life: recorded, amended, used and revoked', async () => {
      const consent = `/v1/consent/business/${consentId}`;
      const querier = exchange().as(QUERYING_BANK);
      const expires_at = new Date(Date.now() + 90 * 86_400_000).toISOString();
      await succeed(querier.put(consent, { expires_at }));
      const path = `/subjects/business/${businessId}/consents/${consentId}`;
      const officer = await signIn(COMPLIANCE_OFFICER, path);
      const { page } = officer;
      const life = page.getByRole('region', { name: 'Life of the consent' });
      const picture = (name: RegExp) => life.getByRole('img', { name }).waitFor();
      await picture(/^From the record of the consent to its expiry: 2 changes, \d+ quer/);
      const row = (name: string) => life.getByRole('row').filter({ hasText: name });
      for (const name of ['Recorded', 'Amended', 'Used: query with a result', 'Expires']) {
        await row(name).waitFor();
      }
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      await succeed(querier.post(`${consent}/revoke`, {}));
      await page.reload();
      await picture(/ to its revocation: 3 changes, /);
      await row('Revoked').waitFor();
      expect(await row('Expires').count()).toBe(0);
      await officer.requireFaultless();
    });
  });
}
