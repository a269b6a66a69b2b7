import { describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Page } from 'playwright-core';
import { QUERY, TestBusiness } from '../harness/business.js';
import { runSteps } from '../harness/documented-steps.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** Two rows that the network accepts, and one in a jurisdiction that does not exist. */
const ROWS = [
  'Name,Formed in,Number,Verified at,Type',
  'Console Bakery LLC,US-VT,CB1001,2026-01-15T09:30:00Z,corporation',
  '"Console Books, LLC",US-XX,CB1002,2026-01-15T09:30:00Z,corporation',
  'Console Boats LLC,US-VT,CB1003,2026-01-15T09:30:00Z,corporation',
];

const VERIFIED =
  'business_identity_verification.assertions.business_identity_verification_performed_timestamp';

const MAPPING = {
  Name: 'business_identity.business_legal_name',
  'Formed in': 'business_identity.business_jurisdiction_of_formation',
  Number: 'business_identity.business_registration_identifier_from_jurisdiction_of_formation',
  'Verified at': VERIFIED,
  Type: 'business_identity_verification.data.business_entity_type',
};

/** The views of an integrator in a browser. */
export function consoleIntegratorSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console of an integrator', () => {
    const step = (page: Page, number: number) =>
      page.getByRole('region', { name: `Step ${number}`, exact: true });
    const send = async (page: Page, number: number) => {
      await step(page, number).getByRole('button', { name: 'Send the request' }).click();
      const status = step(page, number).getByRole('status');
      await status.waitFor();
      return status.innerText();
    };

    test('two banks walk through the main job, each with its own requests', async () => {
      const furnisher = await signIn(FIRST_BANK, '/');
      await furnisher.open('Guided tour');
      expect(await send(furnisher.page, 1)).toContain('200: accepted');
      expect(await send(furnisher.page, 2)).toContain('200: accepted');
      expect(await step(furnisher.page, 5).innerText()).toContain('Another institution');
      await furnisher.requireFaultless();
      await furnisher.requireFit(360);

      const querier = await signIn(QUERYING_BANK, '/tour');
      const { page } = querier;
      expect(await querier.navigation()).toEqual(
        expect.arrayContaining(['Guided tour', 'Coverage check']),
      );
      expect(await send(page, 4)).toContain('consent_id');
      expect(await send(page, 5)).toMatch(/200: accepted|204: no result/);
      await querier.requireFaultless();
      await step(page, 5).getByRole('link', { name: 'Why this answer' }).click();
      await querier.heading('KYB certificate query');
    });

    test('the shown curl and command send the same request', async () => {
      const { page } = await signIn(QUERYING_BANK, '/tour');
      const code = async (tab: string) => {
        await step(page, 4).getByRole('tab', { name: tab }).click();
        return step(page, 4).getByRole('tabpanel').innerText();
      };
      const [curl, command] = [await code('curl'), await code('Command line')];
      expect(await code('TypeScript')).toContain('await ndx.recordBusinessConsent({');
      const token = await exchange().tokenOf(QUERYING_BANK);
      const variables = { TOKEN: token, NDX_TOKEN: token, NDX_URL: exchange().url };
      const exported = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
      const [, recorded = '', printed = ''] = await runSteps(
        [{ command: `export ${exported.join(' ')}` }, { command: curl }, { command }],
        {},
      );
      expect(JSON.parse(recorded)).toMatchObject({ consent_id: expect.any(String) });
      expect(printed).toContain('consent_id');
    });

    test('a pasted request id opens the explanation of its query', async () => {
      const business = new TestBusiness(exchange());
      const consent_id = await business.consent();
      const body = { network_ids: [DEMO_NETWORK.id], consent_id };
      const answer = await exchange().as(QUERYING_BANK).post(QUERY, body);
      const querier = await signIn(QUERYING_BANK, '/queries');
      const { page } = querier;
      const input = page.getByLabel('Explain a response');
      await input.fill('unknown-request');
      await page.keyboard.press('Enter');
      await page.getByText('No query that you may read has this X-Ref-Id').waitFor();
      await input.fill(String(answer.headers.get('x-request-id')));
      await page.keyboard.press('Enter');
      await querier.heading('KYB certificate query');
      expect(page.url()).toContain(String(answer.headers.get('x-ref-id')));
    });

    test('a coverage check explains how a query would be answered, and its address repeats it', async () => {
      const business = new TestBusiness(exchange());
      const consentId = await business.consent();
      const querier = await signIn(QUERYING_BANK, '/coverage');
      const { page } = querier;
      await page.getByRole('button', { name: 'Check' }).click();
      await page.getByText('Enter an id.').waitFor();
      await page.getByLabel('Consent id').last().fill(consentId);
      await page.keyboard.press('Enter');
      await page.getByText('A query would have no result (204)').waitFor();
      await page.getByText('No furnisher has data that you may read').waitFor();
      await querier.requireFaultless();
      await querier.requireFit(360);
      expect(page.url()).toContain(consentId);
      await page.goto(
        `${exchange().url}/console/coverage?product=kyb_certificate&subject=business&id=x`,
      );
      await page.getByRole('alert').waitFor();
      expect(await querier.text()).toMatch(/business_id: /);
    });

    test('a furnisher checks a CSV file, furnishes it, and sees the state of each record', async () => {
      const furnisher = await signIn(FIRST_BANK, '/dry-run');
      const { page } = furnisher;
      await page.getByText('Select a file').waitFor();
      const open = async (name: string, lines: readonly string[]) => {
        const chooser = page.waitForEvent('filechooser');
        await page.getByLabel('CSV file').click();
        const buffer = Buffer.from(lines.join('\n'));
        await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer });
      };
      await open('broken.csv', [...ROWS, 'a,b']);
      await page.getByText('Invalid Record Length').waitFor();
      await open('businesses.csv', ROWS);
      for (const [column, path] of Object.entries(MAPPING)) {
        await page.getByLabel(`Path of ${column}`).fill(path);
      }
      await page.reload();
      await page.getByText('Select a file').waitFor();
      await open('businesses.csv', ROWS);
      await page.getByText('Your unsaved changes are restored').waitFor();
      for (const [column, path] of Object.entries(MAPPING)) {
        expect(await page.getByLabel(`Path of ${column}`).inputValue()).toBe(path);
      }
      await page.getByRole('button', { name: 'Check 3 rows' }).click();
      await page.getByText('The network would reject 1 of 3 rows').waitFor();
      const rejected = page.getByRole('table', { name: 'Rejected rows' });
      const text = await rejected.innerText();
      expect(text).toContain('business_identity.business_jurisdiction_of_formation');
      expect(text).toMatch(/^2\s/m);
      await furnisher.requireFaultless();
      await furnisher.requireFit(360);
      const path = `/v1/entities/business/search?network_id=${DEMO_NETWORK.id}&business_legal_name=Console%20Bakery`;
      expect(await exchange().as(QUERYING_BANK).get(path)).toMatchObject({ status: 200, body: [] });

      await page.getByRole('button', { name: 'Furnish 2 rows' }).click();
      const dialog = page.getByRole('dialog', { name: 'Furnish 2 rows?' });
      await dialog.getByText('1 row would be rejected and not stored.').waitFor();
      await furnisher.requireFaultless();
      await dialog.getByRole('button', { name: 'Furnish 2 rows' }).click();
      await page.getByText('The network rejected 1 of 3 rows').waitFor();
      await dialog.waitFor({ state: 'hidden' });
      expect(await rejected.innerText()).toBe(text);
      await furnisher.requireFaultless();
      await page.locator('main').getByRole('link', { name: 'Submissions' }).click();
      await furnisher.heading('Submissions');
      const submissions = page.getByRole('table', { name: 'Submissions' });
      const newest = submissions.locator('tbody').getByRole('row').first();
      await newest.getByText('2 of 3').waitFor();
      await page.getByText('All accepted', { exact: true }).click();
      await page.waitForURL(/accepted=all/);
      await submissions.getByText('2 of 3').waitFor({ state: 'detached' });
      await page.getByText('Partly accepted', { exact: true }).click();
      await page.getByLabel('Period').selectOption('Last hour');
      await page.getByText(/^\d+ submissions? \(filtered\)$/).waitFor();
      await newest.getByText('2 of 3').waitFor();
      await furnisher.requireFaultless();
      await furnisher.requireFit(390, 1024, 1440);
      await page.getByLabel('Period').selectOption('Last month');
      await page.getByText('No submission matches the filters').waitFor();
      await page.goBack();

      await newest.getByRole('link').click();
      await furnisher.heading('Submission');
      const records = page.getByRole('table', { name: 'Accepted records' }).locator('tbody tr');
      const [first, third] = [records.first(), records.last()];
      await first.getByText('Furnished', { exact: true }).waitFor();
      expect(await records.count()).toBe(2);
      const record = String(
        await first.getByRole('link', { name: /^Record/ }).getAttribute('href'),
      );
      const id = new URL(record, exchange().url).pathname.split('/').at(-1) ?? '';
      await succeed(
        exchange()
          .as(QUERYING_BANK)
          .post(`/v1/records/${id}/disputes`, {
            ...{ model_name: 'business_identity_verification', reason: 'wrong_value' },
            ...{ reason_text: 'The owner says so', on_behalf_of_subject: true },
          }),
      );
      await succeed(
        exchange().as(FIRST_BANK).post(`/v1/records/${id}/withdraw`, { reason: 'outdated' }),
      );
      await page.reload();
      await first.getByText('Withdrawn', { exact: true }).waitFor();
      await first.getByRole('link', { name: 'Open' }).waitFor();
      await third.getByText('Furnished', { exact: true }).waitFor();
      await furnisher.requireFaultless();
      await furnisher.requireFit(390, 1024, 1440);
      await first.getByRole('link', { name: /^Record/ }).click();
      await furnisher.heading('Record of KYB certificate');
      await page.getByRole('link', { name: 'Submission', exact: true }).click();
      await furnisher.heading('Submission');
    });
  });
}
