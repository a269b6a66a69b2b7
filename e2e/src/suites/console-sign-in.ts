import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { demoBusiness } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { AUDITOR, COMPLIANCE_OFFICER } from '@ndx/tools/network/demo-people';
import { QUERY } from '../harness/business.js';
import { requireAccessible, requireAccessibleColors } from '../harness/accessibility.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

const NETWORK = `/v1/networks/${DEMO_NETWORK.id}`;

/** Views that an account may not open, with a request of each; `:id` is a query event. */
const NOT_PERMITTED = [
  ['Queries', FIRST_BANK, '/queries/:id', 'GET', '/v1/query-events/:id'],
  ['Usage', FIRST_BANK, '/usage/:id', 'GET', '/v1/query-events/:id/evidence'],
  ['Coverage check', FIRST_BANK, '/coverage', 'POST', '/v1/products/check'],
  [
    'Check a file',
    QUERYING_BANK,
    '/dry-run',
    'GET',
    `/v1/record-uses?network_id=${DEMO_NETWORK.id}`,
  ],
  ['Services', QUERYING_BANK, '/services', 'GET', '/v1/services/entity/status'],
  ['Request paths', QUERYING_BANK, '/request-traces/:id', 'GET', '/v1/request-traces/:id'],
  ['Services', QUERYING_BANK, '/services/logs', 'GET', '/v1/service-logs?service=entity'],
  ['Audit log', COMPLIANCE_OFFICER, '/audit-log', 'GET', `${NETWORK}/audit-logs/entity/entries`],
  ['Members', COMPLIANCE_OFFICER, '/members', 'GET', `${NETWORK}/institutions`],
  [
    'Identity conflicts',
    AUDITOR,
    '/identity-conflicts/:id',
    'GET',
    `${NETWORK}/identity-conflicts`,
  ],
] as const;

/** The web console in a browser, with a sign-in at the identity provider. */
export function consoleSignInSuite(
  exchange: () => Exchange,
  { signIn, browser }: ConsoleSessions,
): void {
  describe('signed in', () => {
    /** The X-Ref-Id of a query without a result. */
    let reference: string;

    beforeAll(async () => {
      const querier = exchange().as(QUERYING_BANK);
      const { consent_id } = await succeed(
        querier.post('/v1/consent/business', {
          network_id: DEMO_NETWORK.id,
          did_gather_consent_from_business_prior: true,
          business_consent_identity: demoBusiness(`C${randomUUID().slice(0, 8)}`),
        }),
      );
      const answer = await querier.post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id });
      expect(answer.status).toBe(204);
      reference = String(answer.headers.get('x-ref-id'));
    });

    test('a governor sees why a query of another institution had no result', async () => {
      const governor = await signIn(OPERATOR);
      const { page } = governor;
      await page.getByLabel('Network', { exact: true }).selectOption('Demo network');
      await governor.open('Queries');
      await page.getByText('No result (204)').click();
      await governor.requireFaultless();
      const row = page.getByRole('row').filter({ hasText: reference.slice(-12) });
      expect(await row.innerText()).toContain('Querying Demo Bank');
      await row.getByRole('link', { name: 'KYB certificate' }).click();
      await governor.heading('KYB certificate query');
      const { body } = await exchange()
        .as(OPERATOR)
        .get(`/v1/query-events/${reference}/explanation`);
      const { explanation } = body as { explanation: string };
      expect(await governor.text()).toContain(explanation);
      await governor.requireFaultless();
    });

    test('an integrator pastes an X-Ref-Id, and the link to the explanation opens it again', async () => {
      const integrator = await signIn(QUERYING_BANK, '/queries');
      const { page } = integrator;
      await page.getByLabel('Explain a response').fill('not an id');
      await page.getByRole('button', { name: 'Explain' }).click();
      await page.getByText('Paste the value of the X-Ref-Id header').waitFor();
      await integrator.requireFaultless();
      await page.getByLabel('Explain a response').fill(` ${reference} `);
      await page.keyboard.press('Enter');
      await integrator.heading('KYB certificate query');
      expect(new URL(page.url()).pathname).toBe(`/console/queries/${reference}`);
      // The tokens are gone, the session at the identity provider is not.
      await page.reload();
      await integrator.heading('KYB certificate query');
      expect(await integrator.text()).toContain('Why there is no result');
    });

    test('an id that does not exist is an error with its request id and advice', async () => {
      const integrator = await signIn(QUERYING_BANK, `/queries/${randomUUID()}`);
      await integrator.page.getByRole('alert').waitFor();
      const text = await integrator.text();
      expect(text).toContain('query event not found');
      expect(text).toContain('Check the id and the network.');
      expect(text).toMatch(/Request id\s+[0-9a-f-]{36}/);
      await requireAccessible(integrator.page);
    });

    test.each(NOT_PERMITTED)(
      '%s is not offered without its permission, and neither its page nor the server shows it',
      async (view, account, page, method, path) => {
        const reader = await signIn(account, page.replace(':id', reference));
        await reader.page.getByText('Your account may not open this page').waitFor();
        expect(await reader.navigation()).not.toContain(view);
        await reader.requireFaultless();
        const client = exchange().as(account);
        const address = path.replace(':id', reference);
        const answer = await (method === 'GET' ? client.get(address) : client.post(address, {}));
        expect(answer).toMatchObject({ status: 403, body: { detail: 'Not enough permissions' } });
      },
    );

    test('the pages of the local identity provider break no rule of axe', async () => {
      const context = await browser().newContext({ reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(`${exchange().url}/console/`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await requireAccessibleColors(page);
      const { origin } = new URL(page.url());
      await page.goto(`${origin}/device`);
      await page.getByRole('heading', { name: 'Enter the code' }).waitFor();
      await page.locator('input[name=user_code]').fill('AAAA-AAAA');
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('alert').waitFor();
      await requireAccessibleColors(page);
      await context.close();
    });

    test('tokens stay in memory, and a sign-out ends the session at the identity provider', async () => {
      const integrator = await signIn(QUERYING_BANK, '/queries');
      const { page, tokens } = integrator;
      await page.getByRole('table').waitFor();
      expect(tokens.size).toBe(1);
      const storage = await integrator.storage();
      for (const token of tokens) expect(storage).not.toContain(token);
      expect(storage).not.toMatch(/eyJ|token/);
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    });

    test('an open page loads itself once when an upgrade has removed a script', async () => {
      const { page } = await signIn(QUERYING_BANK);
      let loads = 0;
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (request.isNavigationRequest() && pathname === '/console/queries') loads += 1;
      });
      let requests = 0;
      await page.route('**/console/assets/query-list-page-*.js', (route) => {
        requests += 1;
        return loads === 0 ? route.fulfill({ status: 404 }) : route.continue();
      });
      await page.getByRole('navigation').getByRole('link', { name: 'Queries' }).click();
      await page.getByRole('heading', { level: 1, name: 'Queries' }).waitFor();
      expect(requests).toBeGreaterThan(1);
      expect(loads).toBe(1);
    });

    test('the page runs no script that somebody writes into it', async () => {
      const { page } = await signIn(QUERYING_BANK);
      const ran = await page.evaluate<boolean>(`new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation', () => resolve(false));
        window.written = () => resolve(true);
        const script = document.createElement('script');
        script.textContent = 'window.written()';
        document.body.append(script);
      })`);
      expect(ran).toBe(false);
    });
  });
}
