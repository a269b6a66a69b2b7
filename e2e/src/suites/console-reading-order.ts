import { beforeAll, describe, test } from '@jest/globals';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER, GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicy, isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { requireReadingOrder } from '../harness/reading-order.js';

/** The order in which a screen reader reads the views of the main tasks. */
export function consoleReadingOrderSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console read aloud', () => {
    let businessId: string;
    let consentId: string;
    let withoutResult: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      const consent_id = await new TestBusiness(exchange()).consent();
      const body = { network_ids: [DEMO_NETWORK.id], consent_id };
      const answer = await exchange().as(QUERYING_BANK).post(QUERY, body);
      withoutResult = String(answer.headers.get('x-ref-id'));
    });

    test('why a query has no result: the outcome, the reason, then the parts', async () => {
      const { page, settled } = await opened(QUERYING_BANK, `/queries/${withoutResult}`);
      await settled();
      await requireReadingOrder(page, [
        'heading 1 KYB certificate query',
        'alert Why there is no result',
        'heading 2 Path of the answer',
        'table Path of the answer',
        'heading 2 Sections',
      ]);
    });

    test('the queries without a result for one reason: the filters, then the table', async () => {
      const { page, settled } = await opened(QUERYING_BANK, '/queries?period=24h');
      await page.getByRole('table', { name: 'Queries' }).waitFor();
      await settled();
      await requireReadingOrder(page, [
        'heading 1 Queries',
        'radiogroup Outcome',
        'combobox Period',
        'combobox Reason',
        'button Save as CSV: queries',
        'table Queries',
      ]);
    });

    test('who read the data of a subject: the subject, its consents, then the queries', async () => {
      const path = `/subjects/business/${businessId}`;
      const { page, settled } = await opened(COMPLIANCE_OFFICER, path);
      await page.getByRole('table', { name: 'Queries of the subject' }).waitFor();
      await settled();
      await requireReadingOrder(page, [
        'heading 1 Example Hardware LLC',
        'heading 2 Consents that your institution recorded',
        'heading 2 Timeline',
        'heading 2 Who read the data of this subject, and why',
        'combobox Period',
        'table Queries of the subject',
      ]);
    });

    test('the revocation of a consent: what it is, the button, then its grants and its life', async () => {
      const path = `/subjects/business/${businessId}/consents/${consentId}`;
      const { page, settled } = await opened(COMPLIANCE_OFFICER, path);
      await settled();
      await requireReadingOrder(page, [
        'heading 1 Consent of a business',
        'button Revoke',
        'heading 2 Grants of access',
        'heading 2 Life of the consent',
        'heading 2 History',
        'heading 2 Audit log',
      ]);
    });

    test('the earlier version of a policy: the versions with their buttons, then the rules', async () => {
      const policyId = await aPolicy(exchange(), {});
      const { page, settled } = await opened(GOVERNOR, `/policies/${policyId}`);
      await settled();
      const name = await page.getByRole('heading', { level: 1 }).innerText();
      await requireReadingOrder(page, [
        `heading 1 ${name}`,
        'heading 2 Draft of the next version',
        'heading 2 Earlier versions',
        'button Restore as a draft: version 1',
        'combobox Compare with',
        'heading 2 What version 2 releases',
      ]);
    });

    const opened = async (account: { readonly account: string }, path: string) => {
      const separator = path.includes('?') ? '&' : '?';
      const user = await signIn(account, `${path}${separator}network=${DEMO_NETWORK.id}`);
      await user.heading();
      return { page: user.page, settled: () => user.settled() };
    };
  });
}
