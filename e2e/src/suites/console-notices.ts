import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER, INTEGRATOR } from '@ndx/tools/network/demo-people';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { aCorrectedAnswer } from '../harness/corrected-business.js';
import type { Exchange } from '../harness/exchange.js';
import { aNoticeEndpoint, UNREACHABLE } from '../harness/notice-endpoint.js';
import { succeed } from '../harness/participant.js';

/** Notices of answers that are no longer true, and the endpoints that get them, in a browser. */
export function consoleNoticesSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('notices in the console', () => {
    const ofQuerier = () => exchange().as(QUERYING_BANK);
    let endpoint: string;
    let query: string;

    beforeAll(async () => {
      endpoint = await aNoticeEndpoint(exchange(), { url: UNREACHABLE });
      query = await aCorrectedAnswer(exchange());
    });

    afterAll(() => ofQuerier().delete(endpoint));

    test('an officer sees what differs in an answer after a correction, and its reasons', async () => {
      const { certificate_id, subject_id } = await eventually(async () => {
        const { data } = await succeed(ofQuerier().get(`/v1/notices?query_event_id=${query}`));
        const [notice] = data as readonly Record<string, string>[];
        expect(notice).toMatchObject({ kind: 'changed' });
        return notice ?? {};
      });
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      await officer.open('Notices');
      const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${query}"]`) });
      await row.getByText('The answer of today is another one.').waitFor();
      expect(await row.innerText()).toContain('Business identity verification');
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);

      await page.getByRole('button', { name: 'Yesterday' }).click();
      await page.getByText('No notice', { exact: true }).waitFor();
      await page.getByLabel('Period').selectOption('Other days');
      const today = new Date().toISOString().slice(0, 10);
      await page.getByLabel('Last day (UTC)').fill(today);
      await row.waitFor();
      await officer.requireFit(390, 1024, 1440);
      await officer.open('Notices');

      await page.getByLabel('Certificate id').fill(String(certificate_id));
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await page.waitForURL(/certificate=/);
      await row.waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      await page.getByLabel('Kind').selectOption('Withdrawn');
      await page.getByText('No notice').waitFor();
      await page.getByLabel('Kind').selectOption('All kinds');
      await row.getByRole('link', { name: 'Evidence' }).click();
      await officer.heading('Evidence of a query');
      await page.getByRole('link', { name: 'Explanation' }).click();
      await officer.heading('KYB certificate query');

      await page.goto(`${exchange().url}/console/subjects/business/${String(subject_id)}`);
      await page.getByRole('table', { name: 'Notices' }).getByText('Changed').waitFor();
      await officer.requireFaultless();
    });

    test('an integrator renews the certificate of a notice, and sees the explanation of the query', async () => {
      const integrator = await signIn(INTEGRATOR);
      const { page } = integrator;
      await integrator.open('Notices');
      const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${query}"]`) });
      await row.getByRole('link', { name: 'Certificate' }).click();
      await integrator.heading('KYB certificate');
      await integrator.open('Notices');
      await row.getByRole('button', { name: /^Renew certificate/ }).click();
      const question = page.getByRole('dialog', { name: 'Renew the certificate?' });
      await integrator.requireFaultless();
      await question.getByRole('button', { name: 'Renew' }).click();
      await question.waitFor({ state: 'hidden' });
      await row.getByRole('link', { name: 'Explanation' }).nth(1).click();
      await integrator.heading('KYB certificate query');
      expect(page.url()).not.toContain(query);
    });

    test('an integrator sees a failed delivery, and retries it', async () => {
      const failed = () => deliveryOf(exchange(), endpoint, query);
      // The third attempt follows five minutes after the second one.
      const before = await eventually(async () => {
        const delivery = await failed();
        expect(delivery).toMatchObject({ attempts: 2, failure: 'name_not_resolved' });
        return delivery;
      });
      const integrator = await signIn(INTEGRATOR);
      const { page } = integrator;
      await integrator.open('Notice endpoints');
      await page.locator(`a[href*="${endpoint.split('/').at(-1) ?? ''}"]`).click();
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
      await page.getByText('Pending', { exact: true }).first().click();
      const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${query}"]`) });
      await row.getByText('Name not resolved').waitFor();
      await integrator.requireFaultless();
      await integrator.requireFit(390, 1024, 1440);
      await row.getByRole('button', { name: 'Retry' }).click();
      const question = page.getByRole('dialog', { name: 'Send the notice again?' });
      await question.getByRole('button', { name: 'Retry' }).click();
      await question.waitFor({ state: 'hidden' });
      await eventually(async () => {
        const { attempted_at } = await failed();
        expect(String(attempted_at) > String(before['attempted_at'])).toBe(true);
      });

      await page.getByRole('button', { name: 'Redeliver' }).click();
      const window = page.getByRole('dialog', { name: 'Send the notices of a time window again' });
      await window.getByLabel('From').fill('2026-01-01T00:00:00');
      await integrator.requireFaultless();
      await window.getByRole('button', { name: 'Redeliver' }).click();
      await page.getByText(/^\d+ deliver(y|ies) scheduled\.$/).waitFor();
    });

    test('an integrator creates an endpoint, whose secret is shown once, changes and deletes it', async () => {
      const integrator = await signIn(INTEGRATOR);
      const { page } = integrator;
      await integrator.open('Notice endpoints');
      await page.getByRole('button', { name: 'New endpoint' }).click();
      const form = page.getByRole('dialog', { name: 'New notice endpoint' });
      const url = `${UNREACHABLE}/${Date.now()}`;
      await form.getByLabel('Address of the receiver').fill(url);
      await form.getByRole('combobox', { name: 'Kinds' }).click();
      await page.getByRole('option', { name: 'Withdrawn' }).click();
      await page.keyboard.press('Escape');
      await integrator.requireFaultless();
      await form.getByRole('button', { name: 'Create' }).click();
      await form.waitFor({ state: 'hidden' });
      await page.getByText(/^whsec_/).waitFor();
      await integrator.requireFaultless();
      await integrator.requireFit(390, 1024, 1440);

      await page.getByRole('link', { name: url }).click();
      await page.getByRole('heading', { name: 'Deliveries' }).waitFor();
      expect(await integrator.text()).not.toContain('whsec_');
      const view = page.locator('main');
      await view.getByText('Withdrawn', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Change' }).click();
      const change = page.getByRole('dialog', { name: 'Change the endpoint' });
      await change.getByLabel('Enabled').uncheck();
      await change.getByRole('button', { name: 'Save' }).click();
      await change.waitFor({ state: 'hidden' });
      await view.getByText('Disabled', { exact: true }).waitFor();
      await view.getByText('Withdrawn', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Rotate secret' }).click();
      const rotate = page.getByRole('dialog', { name: 'Rotate the secret?' });
      await rotate.getByRole('button', { name: 'Rotate secret' }).click();
      await rotate.waitFor({ state: 'hidden' });
      await view.getByText(/^whsec_/).waitFor();
      await view.getByText('The previous secret ends').waitFor();

      await page.getByRole('button', { name: 'Delete' }).click();
      const question = page.getByRole('dialog', { name: 'Delete the endpoint?' });
      await question.getByRole('button', { name: 'Delete' }).click();
      await integrator.heading('Notice endpoints');
      await page.getByRole('link', { name: url }).waitFor({ state: 'detached' });
    });

    test('an endpoint that another window changed is shown, and changed again', async () => {
      const path = await aNoticeEndpoint(exchange(), { url: UNREACHABLE });
      const open = async () => {
        const user = await signIn(INTEGRATOR, `/notice-endpoints/${path.split('/').at(-1) ?? ''}`);
        await user.page.getByRole('button', { name: 'Change' }).click();
        const form = user.page.getByRole('dialog', { name: 'Change the endpoint' });
        return { user, form, save: form.getByRole('button', { name: 'Save' }) };
      };
      const [first, other] = [await open(), await open()];
      await first.form.getByLabel('Note').fill('Case 7');
      await other.form.getByLabel('Enabled').uncheck();
      await other.save.click();
      await other.form.waitFor({ state: 'hidden' });

      await first.save.click();
      await first.form.getByRole('alert').getByText('Changed in the meantime').waitFor();
      expect(await first.form.getByLabel('Enabled').isChecked()).toBe(false);
      expect(await first.form.getByLabel('Note').inputValue()).toBe('Case 7');
      await first.user.requireFit(390, 1024, 1440);
      await first.save.click();
      await first.form.waitFor({ state: 'hidden' });
      const changed = { state: 'disabled', description: 'Case 7', revision: 3 };
      expect(await succeed(ofQuerier().get(path))).toMatchObject(changed);
      await ofQuerier().delete(path);
    });
  });
}

async function deliveryOf(exchange: Exchange, endpoint: string, query: string) {
  const answer = exchange.as(QUERYING_BANK).get(`${endpoint}/deliveries`);
  const { data } = await succeed(answer);
  const deliveries = data as readonly Readonly<Record<string, unknown>>[];
  return deliveries.find(({ query_event_id }) => query_event_id === query) ?? {};
}
