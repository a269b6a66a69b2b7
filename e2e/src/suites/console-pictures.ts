import { beforeAll, describe, test } from '@jest/globals';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import { isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';

/** The picture of an answer, with the table that has its content. */
export function consolePicturesSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the pictures of the console', () => {
    let queryId: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      await business.furnish();
      const consent_id = await business.consent();
      const answer = await queryUntil(exchange(), { consent_id }, isIssued);
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
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await row.getByRole('link', { name: /^Record of First Demo Bank/ }).click();
      await governor.heading('Record of KYB certificate');
    });
  });
}
