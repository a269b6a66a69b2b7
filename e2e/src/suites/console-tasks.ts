import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import {
  AUDITOR,
  COMPLIANCE_OFFICER,
  FURNISHER_COMPLIANCE_OFFICER,
  GOVERNOR,
} from '@ndx/tools/network/demo-people';
import { aPolicy, isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import { clicksOn } from '../harness/clicks.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';
import { aPastQuery } from '../harness/past-query.js';
import { inNetwork, templateNamed, TemplateSubject } from '../harness/template-subject.js';

const MODEL = 'business_identity_verification';
const DAY_MS = 86_400_000;

/**
 * Tasks of every day, each in a number of clicks from Home, without a document. Typing is no click; a
 * choice in a native list is two, one that opens it and one that chooses.
 */
export function consoleTasksSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the tasks of the console', () => {
    let businessId: string;
    let consentId: string;
    let issued: string;
    let withoutResult: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      const consent = { consent_id: consentId };
      issued = referenceOf(await queryUntil(exchange(), consent, isIssued));
      const unknown = { consent_id: await new TestBusiness(exchange()).consent() };
      const body = { network_ids: [DEMO_NETWORK.id], ...unknown };
      withoutResult = referenceOf(await exchange().as(QUERYING_BANK).post(QUERY, body));
    });

    test('why a query has no result, in two clicks', async () => {
      const querier = await signIn(QUERYING_BANK);
      const { page } = querier;
      const clicks = await clicksOn(page);
      await querier.open('Queries');
      await page.locator(`a[href*="${withoutResult}"]`).click();
      await querier.heading('KYB certificate query');
      await page.getByText('No record that you may read satisfies').first().waitFor();
      expect(await clicks()).toBe(2);
    });

    test('what would give a bundle a result: the conditions of each of its data sets', async () => {
      const bundle = templateNamed('kyc_certificate_bundle');
      const applicant = new TemplateSubject(exchange());
      await applicant.consent();
      const { headers } = await applicant.query(bundle, inNetwork(DEMO_NETWORK.id));
      const reference = String(headers.get('x-ref-id'));
      const querier = await signIn(QUERYING_BANK, `/queries/${reference}`);
      const { page } = querier;
      const remedies = page.getByText(/^It would be a result if .* of this consumer/);
      await remedies.first().waitFor();
      const sentences = await remedies.allInnerTexts();
      expect(sentences).toHaveLength(4);
      expect(sentences[0]).toContain('had a record of the address verification');
      expect(sentences[0]).toContain('liveness verification of the same furnisher');
      await querier.requireFaultless();
      await querier.requireFit(390, 1024, 1440);
    });

    test('the queries of yesterday without a result for one reason, in three clicks', async () => {
      const yesterday = new Date(Date.now() - DAY_MS).toISOString();
      const past = await aPastQuery(exchange(), withoutResult, yesterday);
      const querier = await signIn(QUERYING_BANK);
      const { page } = querier;
      const clicks = await clicksOn(page);
      await querier.open('Queries');
      await page.getByRole('button', { name: 'Yesterday' }).click();
      const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${past}"]`) });
      await row.getByRole('link', { name: 'No record satisfies the rules' }).click();
      await page.waitForURL(/reason=no_eligible_record/);
      await page.locator(`a[href*="${past}"]`).waitFor();
      expect(await page.locator(`a[href*="${withoutResult}"]`).count()).toBe(0);
      expect(await clicks()).toBe(3);
      await querier.requireFaultless();
      await querier.requireFit(390, 1024, 1440);
    });

    test('the queries of an institution, of a product and under a policy or a consent', async () => {
      const policyId = await aPolicy(exchange(), {});
      const governor = await signIn(OPERATOR);
      const { page } = governor;
      const under = `${exchange().url}/console/queries?period=24h&consent_id=`;
      const answered = page.locator(`a[href*="${issued}"]`);
      await page.goto(under + consentId);
      await answered.waitFor();
      await page.getByLabel('Institution').selectOption('First Demo Bank');
      await page.getByText('No query of this period matches the filters.').waitFor();
      await page.getByLabel('Institution').selectOption('Querying Demo Bank');
      await answered.waitFor();
      await page.getByLabel('Product').selectOption('KYB certificate');
      await answered.waitFor();
      await page.getByLabel('Policy').selectOption(policyId);
      await page.getByText('No query of this period matches the filters.').waitFor();
      await page.getByLabel('Policy').selectOption('Any policy');
      await page.goto(under + policyId);
      await page.getByText('No query of this period matches the filters.').waitFor();
      await page.getByRole('button', { name: 'show all' }).click();
      await page.waitForURL((url) => !url.searchParams.has('consent_id'));
      await page.getByRole('table', { name: 'Queries' }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
    });

    test('who read the data of a subject last quarter, saved, in four clicks', async () => {
      const then = timeOfLastQuarter();
      const past = await aPastQuery(exchange(), issued, then);
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      const clicks = await clicksOn(page);
      await findBusinesses(officer);
      const row = page.getByRole('row').filter({ hasText: businessId.slice(-12) });
      await row.getByRole('link', { name: 'Example Hardware LLC' }).click();
      await page.getByRole('button', { name: 'Last quarter' }).click();
      const queries = page.getByRole('table', { name: 'Queries of the subject' });
      await queries.getByText('Querying Demo Bank').waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as JSON' }).click(),
      ]);
      expect(await clicks()).toBe(4);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({
        about: { network: DEMO_NETWORK.name, filter: expect.stringContaining(businessId) },
        data: [
          {
            query_event_id: past,
            querying_entity_name: 'Querying Demo Bank',
            furnishing_entity_names: ['First Demo Bank'],
          },
        ],
      });

      const day = then.slice(0, 10);
      await page.getByLabel('Period').selectOption('Other days');
      await page.getByLabel('First day (UTC)').fill(day);
      await page.getByLabel('Last day (UTC)').fill(day);
      await page.waitForURL(new RegExp(`from=${day}`));
      await queries.getByText('Querying Demo Bank').waitFor();
      await page.getByLabel('Last day (UTC)').fill('2020-01-01');
      await page.getByText('Select a last day that is not before the first one.').waitFor();
      await officer.requireFaultless();
    });

    test('a consent is revoked and the next query is refused, in four clicks', async () => {
      const consent_id = await new TestBusiness(exchange()).consent();
      const { body: recorded } = await exchange()
        .as(QUERYING_BANK)
        .get(`/v1/consent/business/${consent_id}?network_id=${DEMO_NETWORK.id}`);
      const { business_id: subject } = recorded as { readonly business_id: string };
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      const clicks = await clicksOn(page);
      await findBusinesses(officer);
      await page.locator(`a[href*="${subject}"]`).click();
      await page.getByRole('button', { name: `Revoke the consent ${consent_id}` }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke this consent?' });
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      const refused = page.getByRole('region', { name: 'A query with this consent' });
      await refused.getByText('A KYB query is refused').waitFor();
      await refused.getByText('the consent is revoked').waitFor();
      expect(await clicks()).toBe(4);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      const body = { network_ids: [DEMO_NETWORK.id], consent_id };
      expect(await exchange().as(QUERYING_BANK).post(QUERY, body)).toMatchObject({ status: 403 });
    });

    test('what an account changed last week, verified and saved, in four clicks', async () => {
      const changed = await aPolicy(exchange(), {});
      await eventually(() => requireLogged(exchange(), changed));
      const auditor = await signIn(AUDITOR);
      const { page } = auditor;
      const clicks = await clicksOn(page);
      await auditor.open('Audit log');
      await page.getByRole('button', { name: 'Last 7 days' }).click();
      const row = page
        .getByRole('row')
        .filter({ hasText: changed.slice(-12) })
        .first();
      await auditor.settled();
      await row.getByRole('link', { name: 'Only entries by' }).click();
      await page.waitForURL(/account_id=/);
      const account = String(new URL(page.url()).searchParams.get('account_id'));
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as JSON' }).click(),
      ]);
      expect(await clicks()).toBe(4);
      await auditor.requireFaultless();
      await auditor.requireFit(390, 1024, 1440);
      const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as {
        readonly about: object;
        readonly data: readonly object[];
      };
      expect(saved.about).toMatchObject({
        network: DEMO_NETWORK.name,
        filter: JSON.stringify({ account_id: account }),
      });
      expect(saved.data).toContainEqual(expect.objectContaining({ subject: changed }));
      for (const entry of saved.data) {
        expect(entry).toMatchObject({ account_id: account, is_intact: true });
      }
    });

    test('an earlier version of a policy becomes a draft, in three clicks', async () => {
      const id = await aPolicy(exchange(), {});
      const path = `/v1/networks/policies/querying/${id}/configuration`;
      const model_selections = [{ model_name: MODEL, max_age_days: 30 }];
      await succeed(exchange().as(OPERATOR).put(path, { model_selections }));
      const governor = await signIn(GOVERNOR);
      const { page } = governor;
      const clicks = await clicksOn(page);
      await governor.open('Querying policies');
      await page.locator(`a[href*="/policies/${id}"]`).first().click();
      await page.getByRole('button', { name: 'Restore as a draft: version 2' }).click();
      await page.getByRole('table', { name: 'Effect of the draft' }).waitFor();
      expect(await clicks()).toBe(3);
      const earlier = page.getByRole('table', { name: 'Earlier versions' });
      await earlier.getByText('Network Operator operator-user').first().waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      const draft = await exchange().as(OPERATOR).get(`/v1/networks/policies/querying/${id}/draft`);
      expect(draft).toMatchObject({ status: 200, body: { comment: 'Restores version 2' } });
    });

    test('which records are used most, and which are disputed, in one click', async () => {
      const from = new Date(Date.now() - DAY_MS).toISOString();
      const counts = `/v1/record-uses/record-counts?network_id=${DEMO_NETWORK.id}&from=${from}`;
      const { data } = await succeed(exchange().as(FIRST_BANK).get(`${counts}&limit=1`));
      const [most] = data as readonly [MostUsed];
      const dispute = await exchange()
        .as(QUERYING_BANK)
        .post(`/v1/records/${most.record_id}/disputes`, {
          ...{ on_behalf_of_subject: true, reason: 'wrong_value', reason_text: 'Test' },
          model_name: most.model_names[0],
        });
      expect(dispute).toMatchObject({ status: 200 });
      const officer = await signIn(FURNISHER_COMPLIANCE_OFFICER);
      const { page } = officer;
      const clicks = await clicksOn(page);
      await officer.open('Uses of records');
      const table = page.getByRole('table', { name: 'Most used records' });
      const row = table.getByRole('row').nth(1);
      await row
        .filter({ hasText: most.record_id.slice(-12) })
        .getByText('Open')
        .waitFor();
      expect(await clicks()).toBe(1);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
    });

    test('what is wrong with the services, in one click', async () => {
      const operator = await signIn(SYSTEM_OPERATOR);
      const clicks = await clicksOn(operator.page);
      await operator.open('Services');
      await operator.page.getByText('Healthy', { exact: true }).first().waitFor();
      expect(await clicks()).toBe(1);
    });
  });
}

/** Finds the businesses of the suites. */
async function findBusinesses(officer: ConsoleUser): Promise<void> {
  await officer.open('Subjects');
  await officer.page.getByLabel('Legal name').fill('example hardware');
  await officer.page.keyboard.press('Enter');
}

/** @throws while the policy log of the network has no entry about the policy */
async function requireLogged(exchange: Exchange, policyId: string): Promise<void> {
  const path = `/v1/networks/${DEMO_NETWORK.id}/audit-logs/policy/entries?subject=${policyId}`;
  const { data } = await succeed(exchange.as(AUDITOR).get(path));
  expect(data).toContainEqual(expect.objectContaining({ subject: policyId }));
}

interface MostUsed {
  readonly record_id: string;
  readonly model_names: readonly string[];
}

function referenceOf({ headers }: { readonly headers: Headers }): string {
  return String(headers.get('x-ref-id'));
}

/** ISO 8601. */
function timeOfLastQuarter(): string {
  const now = new Date();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  return new Date(Date.UTC(year, month - (month % 3) - 1, 15, 12)).toISOString();
}
