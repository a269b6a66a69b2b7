import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { demoBusiness, demoSections } from '@ndx/tools/demo/demo-business';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import {
  COMPLIANCE_OFFICER,
  FURNISHER_COMPLIANCE_OFFICER,
  INTEGRATOR,
} from '@ndx/tools/network/demo-people';
import type { Page } from 'playwright-core';
import {
  FURNISH,
  IDENTITY,
  isIssued,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aConsumerConsent } from '../harness/identity-conflict.js';
import { succeed } from '../harness/participant.js';

/** The tasks of the compliance officers of a querier and of a furnisher, in a browser. */
export function consoleComplianceSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for compliance officers', () => {
    let businessId: string;
    let consentId: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      await queryUntil(exchange(), { consent_id: consentId }, isIssued);
    });

    test('a subject is found by name, with its consents and the queries that read its data', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      await officer.open('Subjects');
      await page.getByLabel('EIN').fill('12-34');
      await page.locator('#content').getByRole('button', { name: 'Search' }).click();
      await page.getByText('Enter all 9 digits.').waitFor();
      await officer.requireFaultless();
      await page.getByLabel('EIN').fill('');
      await page.getByLabel('Legal name').fill('example hardware');
      await page.keyboard.press('Enter');
      await page.waitForURL(/business_legal_name=example/);
      const row = page.getByRole('row').filter({ hasText: businessId.slice(-12) });
      await row.getByRole('link', { name: 'Example Hardware LLC' }).click();
      await officer.heading('Example Hardware LLC');
      const consents = page.getByRole('table', { name: 'Consents' });
      await consents.getByText('Active').waitFor();
      const queries = page.getByRole('table', { name: 'Queries of the subject' });
      await queries.getByText('Consent of the subject').first().waitFor();
      await queries.getByText('First Demo Bank').first().waitFor();
      await officer.requireFaultless();
    });

    test('a made-up id of a subject is not found', async () => {
      const path = `/subjects/business/${randomUUID()}?network=${DEMO_NETWORK.id}`;
      const officer = await signIn(COMPLIANCE_OFFICER, path);
      await officer.heading('Business not found');
      await officer.requireFaultless();
    });

    test('consents, and the page of one, name their businesses', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      const officer = await signIn(COMPLIANCE_OFFICER, `/consents?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      const link = page.locator(`a[href*="${consentId}"]`);
      const row = page.getByRole('row').filter({ has: link });
      await row.getByRole('link', { name: 'Example Hardware LLC' }).waitFor();
      await link.click();
      await officer.heading('Consent of a business');
      await page.locator('dd').getByRole('link', { name: 'Example Hardware LLC' }).click();
      await officer.heading('Example Hardware LLC');
      await officer.requireFaultless();
    });

    test('the consents that end soon are counted on the first page, and listed', async () => {
      const soon = new Date(Date.now() + 5 * 86_400_000).toISOString();
      const consentId = await new TestBusiness(exchange()).consent({ expires_at: soon });
      const officer = await signIn(COMPLIANCE_OFFICER, `/?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      await page
        .getByRole('group', { name: 'Consents', exact: true })
        .getByRole('link', { name: /\d consents? of (?:a business ends|businesses end) soon/ })
        .click();
      await officer.heading('Consents');
      expect(page.url()).toContain('ends=soon');
      await page.locator(`a[href*="${consentId}"]`).waitFor();
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      await page.locator(`a[href*="${consentId}"]`).click();
      await officer.heading('Consent of a business');
    });

    test('a consumer is named to the institution that recorded a consent, not to a governor', async () => {
      const named = { first_name: 'Robin', last_name: 'Vale' };
      const body = aConsumerConsent(DEMO_NETWORK.id, named);
      const recorded = exchange().as(QUERYING_BANK).post('/v1/consent/consumer', body);
      const { consumer_id: id } = await succeed(recorded);
      const path = `/consents?network=${DEMO_NETWORK.id}&kind=consumer`;
      const officer = await signIn(COMPLIANCE_OFFICER, path);
      const row = officer.page.getByRole('row').filter({ hasText: String(id).slice(-12) });
      await row.getByRole('link', { name: 'Robin Vale' }).waitFor();
      await officer.requireFaultless();
      const names = { network_id: DEMO_NETWORK.id, consumer_ids: [id] };
      const governor = exchange().as(OPERATOR).post('/v1/entities/consumer/names', names);
      expect(await succeed(governor)).toEqual({ consumers: [] });
    });

    test('consents are filtered by status and by the time of their recording', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      const path = `/v1/consent/business/${consentId}/revoke`;
      await succeed(exchange().as(QUERYING_BANK).post(path, {}));
      const officer = await signIn(COMPLIANCE_OFFICER, `/consents?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      const consent = page.locator(`a[href*="${consentId}"]`);
      const status = page.getByRole('combobox', { name: 'Status' });
      const period = page.getByRole('combobox', { name: 'Period' });
      await status.selectOption('revoked');
      await consent.waitFor();
      await period.selectOption('last-quarter');
      await page.getByText('No consent matches the filters').waitFor();
      await period.selectOption('24h');
      await consent.waitFor();
      expect(page.url()).toContain('status=revoked');
      expect(page.url()).toContain('period=24h');
      await status.selectOption('expired');
      await page.getByText('No consent matches the filters').waitFor();
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
    });

    test('a search loads its subjects part by part, and a subject leads back to them', async () => {
      const name = `Numbered ${randomUUID()}`;
      const records = Array.from({ length: 101 }, (_, index) => {
        const number = `${name.slice(-12)}${index}`;
        const verified = {
          performedAt: '2026-01-15T09:30:00Z',
          source: 'registry',
          operatingCity: 'Ely',
        };
        return {
          business_identity: { ...demoBusiness(number), business_legal_name: `${name} ${index}` },
          [IDENTITY]: demoSections(number, verified)[IDENTITY],
        };
      });
      const bank = exchange().as(FIRST_BANK);
      for (const part of [records.slice(0, 100), records.slice(100)]) {
        const body = { network_id: DEMO_NETWORK.id, records: part };
        await succeed(bank.post(FURNISH, body));
      }
      const officer = await signIn(COMPLIANCE_OFFICER, `/subjects?business_legal_name=${name}`);
      const { page } = officer;
      await page.getByText('100 of 101 businesses shown (filtered)').waitFor();
      await officer.requireFaultless();
      await page.getByRole('button', { name: 'Load older businesses' }).click();
      await page.getByText('101 businesses (filtered)').waitFor();
      await page.getByRole('link', { name: `${name} 0`, exact: true }).click();
      await officer.heading(`${name} 0`);
      await page.getByRole('link', { name: 'All subjects' }).click();
      await page.getByText('101 businesses (filtered)').waitFor();
      await officer.page.getByLabel('Legal name').fill(`${name} 77`);
      await officer.page.keyboard.press('Enter');
      await officer.page.getByRole('link', { name: `${name} 77` }).waitFor();
      await page.getByText('1 business (filtered)').waitFor();
    });

    test('a consent shows its grants, history and verified audit entries, and is saved as a receipt', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER, consentPath());
      const { page } = officer;
      await officer.heading('Consent of a business');
      await page.getByRole('table', { name: 'Grants' }).getByText('Every furnisher').waitFor();
      await page.getByRole('table', { name: 'History' }).getByText('Granted').waitFor();
      await page.getByText('Verified: 1 entry').waitFor();
      await officer.requireFaultless();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save receipt' }).click(),
      ]);
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
        consent_id: consentId,
        status: 'active',
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
    });

    test('a revocation is confirmed in a dialog, and binds the next query', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER, consentPath());
      const { page } = officer;
      await page.getByRole('button', { name: 'Revoke' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke this consent?' });
      await dialog.waitFor();
      await officer.requireFaultless();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      const history = page.getByRole('table', { name: 'History' });
      await history.getByRole('cell', { name: 'Revoked', exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Revoke' }).count()).toBe(0);
      const body = { network_ids: [DEMO_NETWORK.id], consent_id: consentId };
      const querier = exchange().as(QUERYING_BANK);
      expect((await querier.post(QUERY, body)).status).toBe(403);
      await eventually(async () => {
        // An entry follows its change within about a second.
        await page.reload();
        await page.getByText(/^Verified: /).waitFor();
        expect(await officer.text()).toContain('Verified: 2 entries');
      });
      await officer.requireFaultless();
    });

    test('an officer records the consent of a business, and amends it', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER, `/consents?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      await page.getByRole('button', { name: 'Record a consent' }).click();
      const form = page.getByRole('dialog', { name: 'Record the consent of a business' });
      await form.getByLabel('Legal name').fill('Console Consent LLC');
      await form.getByLabel('Jurisdiction of formation').fill('US-VT');
      await form.getByLabel('Registration in this jurisdiction').fill(`CC${Date.now()}`);
      await form.getByLabel('The business has given this consent').check();
      await officer.requireFaultless();
      await form.getByRole('button', { name: 'Record' }).click();
      await officer.heading('Consent of a business');
      await page.getByText('All products').first().waitFor();

      await page.getByRole('button', { name: 'Amend' }).click();
      const change = page.getByRole('dialog', { name: 'Amend this consent' });
      await change.getByRole('combobox', { name: 'Products' }).click();
      await page.getByRole('option', { name: 'KYB certificate' }).click();
      const end = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
      await change.getByLabel('Ends at the start of this day').fill(end);
      await officer.requireFaultless();
      await change.getByRole('button', { name: 'Amend' }).click();
      await change.waitFor({ state: 'hidden' });
      const history = page.getByRole('table', { name: 'History' });
      await history.getByText('Products: All products → KYB certificate').waitFor();
      expect(await page.locator(`time[datetime^="${end}T00:00:00"]`).count()).toBeGreaterThan(0);
      await history.getByText('You').first().waitFor();
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);

      const { pathname, search } = new URL(page.url());
      const colleague = await signIn(INTEGRATOR, `${pathname.replace(/^\/console/, '')}${search}`);
      const changes = colleague.page.getByRole('table', { name: 'History' });
      await changes.getByText('compliance-officer-person').first().waitFor();
      await colleague.requireFaultless();
    });

    const ownConsent = async () => {
      const own = await new TestBusiness(exchange()).consent();
      const path = `/v1/consent/business/${own}?network_id=${DEMO_NETWORK.id}`;
      const read = () => succeed(exchange().as(QUERYING_BANK).get(path));
      const { business_id: subject } = await read();
      return { own, read, subject: String(subject) };
    };

    test('an amendment of a consent that another window amended shows the newest, and is repeated', async () => {
      const { own, read, subject } = await ownConsent();
      const path = `/subjects/business/${subject}/consents/${own}?network=${DEMO_NETWORK.id}`;
      const officer = await signIn(COMPLIANCE_OFFICER, path);
      const { page } = officer;
      await page.getByRole('button', { name: 'Amend' }).click();
      const form = page.getByRole('dialog', { name: 'Amend this consent' });
      const day = form.getByLabel('Ends at the start of this day');
      const end = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
      await day.fill(end);

      const { page: other } = await signIn(COMPLIANCE_OFFICER, path);
      await other.getByRole('button', { name: 'Amend' }).click();
      const theirs = other.getByRole('dialog', { name: 'Amend this consent' });
      await theirs.getByRole('combobox', { name: 'Products' }).click();
      await other.getByRole('option', { name: 'KYB certificate' }).click();
      await theirs.getByLabel('Ends at the start of this day').focus();
      await theirs.getByRole('button', { name: 'Amend' }).click();
      await theirs.waitFor({ state: 'hidden' });

      await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      await form.getByText('KYB certificate').waitFor();
      await form.getByRole('button', { name: 'Amend' }).click();
      await form.getByRole('alert').getByText('Changed in the meantime').waitFor();
      expect(await day.inputValue()).toBe(end);
      expect(await read()).toMatchObject({ scope: 'kyb_certificate', revision: 2 });
      await officer.requireFit(390, 1024, 1440);
      await form.getByRole('button', { name: 'Amend' }).click();
      await form.waitFor({ state: 'hidden' });
      const expires_at = `${end}T00:00:00.000Z`;
      expect(await read()).toMatchObject({ scope: 'kyb_certificate', expires_at, revision: 3 });
    });

    test('an officer grants access to fields of a furnisher, and closes the grant', async () => {
      const { own, read, subject } = await ownConsent();
      const path = `/subjects/business/${subject}/consents/${own}`;
      const officer = await signIn(COMPLIANCE_OFFICER, `${path}?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      await page.getByRole('button', { name: 'Grant access' }).click();
      const form = page.getByRole('dialog', { name: 'Grant access to fields' });
      await form.getByLabel('Furnisher').selectOption('First Demo Bank');
      await form.getByRole('combobox', { name: 'Fields' }).fill('identity verification: all');
      await page
        .getByRole('option', { name: 'Business identity verification: all fields' })
        .click();
      await form.getByLabel('Until the start of this day').focus();
      await officer.requireFaultless();
      await form.getByRole('button', { name: 'Grant access' }).click();
      await form.waitFor({ state: 'hidden' });
      const grants = page.getByRole('table', { name: 'Grants' });
      const row = grants.getByRole('row').filter({ hasText: 'First Demo Bank' });
      await row.getByText('Business identity verification: all fields').waitFor();
      expect((await read())['field_access_grants']).toContainEqual(
        expect.objectContaining({
          furnishing_entity_id: FIRST_BANK.entityId,
          field_definitions: ['business_identity_verification.*'],
        }),
      );
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      await row.getByRole('button', { name: 'Close grant: First Demo Bank' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Close grant' }).click();
      await row.getByRole('button').waitFor({ state: 'detached' });
      await page.getByRole('table', { name: 'History' }).getByText('Grant closed').waitFor();
      await officer.requireFaultless();
    });

    test('an officer saves the consents, with the names of furnishers and the filters', async () => {
      const path = `/consents?network=${DEMO_NETWORK.id}`;
      const { page } = await signIn(COMPLIANCE_OFFICER, path);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as JSON' }).click(),
      ]);
      const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as {
        readonly about: object;
        readonly data: readonly object[];
      };
      expect(saved.about).toMatchObject({
        network: DEMO_NETWORK.name,
        institution: 'Querying Demo Bank',
        filter: '{"kind":"business"}',
      });
      expect(saved.data).toContainEqual(
        expect.objectContaining({
          consent_id: consentId,
          field_access_grants: [expect.objectContaining({ furnisher: 'Every furnisher' })],
        }),
      );
    });

    test('an officer attests to a product, and revokes the attestation', async () => {
      const officer = await signIn(FURNISHER_COMPLIANCE_OFFICER);
      const { page } = officer;
      await officer.open('Attestations');
      await page.getByRole('button', { name: 'Attest', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'New attestation' });
      await dialog.getByLabel('Product').selectOption('Total consumer assets');
      await dialog.getByLabel('Signed by').fill('Console test');
      await dialog.getByLabel('Title').fill('Head of compliance');
      await dialog.getByLabel('Statement').fill('Verified against statements');
      await officer.requireFaultless();
      await dialog.getByRole('button', { name: 'Attest for 12 months' }).click();
      await dialog.waitFor({ state: 'hidden' });
      const row = page.getByRole('row').filter({ hasText: 'Console test' }).first();
      expect(await row.innerText()).toContain('Active');
      await officer.requireFaultless();
      await row.getByRole('button', { name: 'Revoke' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await row.getByText('Revoked').waitFor();
      await page.getByRole('radiogroup', { name: 'Status' }).getByText('Revoked').click();
      await page.waitForURL(/status=revoked/);
      await row.waitFor();
      await page.getByText('End within 30 days', { exact: true }).click();
      await page.waitForURL(/ends=soon/);
      await row.waitFor({ state: 'detached' });
      await officer.requireFaultless();
    });

    test('an officer of a furnisher sees the uses of its records by their subjects, without the querier', async () => {
      const officer = await signIn(FURNISHER_COMPLIANCE_OFFICER);
      const { page } = officer;
      const reads = readsOfRecords(page);
      await officer.open('Uses of records');
      const table = page.getByRole('table', { name: 'Uses of records' });
      await table.getByText('Chosen').first().waitFor();
      await table.getByText('Record of Example Hardware LLC').first().waitFor();
      const ids = reads.flatMap((url) => url.searchParams.get('record_ids')?.split(',') ?? []);
      expect(new Set(ids).size).toBe(ids.length);
      // The most used records may need one more than the list.
      expect(reads.length).toBeLessThanOrEqual(Math.ceil(ids.length / 100) + 1);
      const text = await officer.text();
      expect(text).not.toContain(businessId.slice(-12));
      expect(text).not.toContain('Querying Demo Bank');
      const outcome = page.getByRole('radiogroup', { name: 'Outcome' });
      await outcome.getByText('Used', { exact: true }).click();
      await page.waitForURL(/outcome=used/);
      await table.getByText('Chosen').first().waitFor();
      await page.getByLabel('Product', { exact: true }).selectOption('total_consumer_liabilities');
      await page.getByText('No use of a record matches the filters').waitFor();
      await officer.requireFit(390, 1024, 1440);
      await page.getByLabel('Product', { exact: true }).selectOption('all');
      await outcome.getByText('Used or excluded').click();
      await page.getByLabel('Period', { exact: true }).selectOption('Yesterday');
      await page.getByText('No query used or excluded a record').waitFor();
      await officer.requireFaultless();
    });

    test('an officer of a furnisher lists its records by state and time of furnishing', async () => {
      const furnisher = exchange().as(FIRST_BANK);
      const subjectId = await new TestBusiness(exchange()).furnish();
      const { data } = await succeed(
        furnisher.get(`/v1/records?network_id=${DEMO_NETWORK.id}&subject_id=${subjectId}`),
      );
      const [{ record_id: id }] = data as [{ readonly record_id: string }];
      const officer = await signIn(FURNISHER_COMPLIANCE_OFFICER);
      const { page } = officer;
      await officer.open('Records');
      const table = page.getByRole('table', { name: 'Records' });
      const row = table.getByRole('row').filter({ hasText: id.slice(-12) });
      await row.getByText('Example Hardware LLC').waitFor();
      await officer.requireFit(390, 1024, 1440);
      await succeed(furnisher.post(`/v1/records/${id}/withdraw`, { reason: 'outdated' }));
      const state = page.getByLabel('State', { exact: true });
      await state.selectOption('Furnished');
      await page.waitForURL(/state=furnished/);
      await row.waitFor({ state: 'detached' });
      await state.selectOption('Withdrawn');
      await row.getByText('Outdated').waitFor();
      await page.getByLabel('Period', { exact: true }).selectOption('Last hour');
      await page.getByText(/^\d+ records? \(filtered\)$/).waitFor();
      await row.waitFor();
      await officer.requireFaultless();
      await row.getByRole('link').first().click();
      await officer.heading('Record of KYB certificate');
      await page.getByRole('link', { name: 'All records' }).click();
      await row.waitFor();
      await page.getByRole('button', { name: 'Last quarter' }).click();
      await page.getByText('No record matches the filters').waitFor();
    });

    test('an officer of a furnisher is not offered consents and queries, and reads none', async () => {
      const officer = await signIn(
        FURNISHER_COMPLIANCE_OFFICER,
        `/subjects/business/${businessId}`,
      );
      await officer.heading('Example Hardware LLC');
      expect(await officer.navigation()).not.toContain('Queries');
      expect(await officer.text()).not.toMatch(/consents|who read/i);
      const furnisher = exchange().as(FURNISHER_COMPLIANCE_OFFICER);
      for (const path of [`/${consentId}`, `/${consentId}/audit-entries`, '']) {
        const answer = await furnisher.get(`/v1/consent/business${path}`);
        expect(answer).toMatchObject({ status: 403, body: { detail: 'Not enough permissions' } });
      }
      const stranger = await exchange()
        .as(FIRST_BANK)
        .get(`/v1/query-events?network_id=${DEMO_NETWORK.id}`);
      expect(stranger.status).toBe(403);
    });

    function consentPath(): string {
      return `/subjects/business/${businessId}/consents/${consentId}`;
    }
  });
}

/** The requests for several records by their ids that a page sends from now on. */
function readsOfRecords(page: Page): readonly URL[] {
  const reads: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has('record_ids')) reads.push(url);
  });
  return reads;
}
