import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER } from '@ndx/tools/network/demo-people';
import { requireAccessibleColors } from '../harness/accessibility.js';
import { requireAccessibleView } from '../harness/checked-views.js';
import {
  aPolicy,
  isIssued,
  KYB_PRODUCT_ID,
  QUERY,
  queryUntil,
  TestBusiness,
} from '../harness/business.js';
import { clicksOn } from '../harness/clicks.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** The search box of the console, with the keyboard alone. */
export function consoleFindSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the search box of the console', () => {
    let businessId: string;
    let consentId: string;
    let issued: { readonly query_event_id: string; readonly certificate_id: string };
    let withoutResult: { readonly reference: string; readonly requestId: string };

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      const answer = await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      issued = answer.body as typeof issued;
      const unknown = { consent_id: await new TestBusiness(exchange()).consent() };
      const body = { network_ids: [DEMO_NETWORK.id], ...unknown };
      const { headers } = await exchange().as(QUERYING_BANK).post(QUERY, body);
      withoutResult = {
        reference: headers.get('x-ref-id') ?? '',
        requestId: headers.get('x-request-id') ?? '',
      };
    });

    test('why a query has no result, by its reference and by its request id, without a click', async () => {
      const querier = await signIn(QUERYING_BANK);
      const clicks = await clicksOn(querier.page);
      for (const id of [withoutResult.reference, withoutResult.requestId]) {
        await find(querier, id, '204, no result');
        await querier.page.keyboard.press('Enter');
        await querier.heading('KYB certificate query');
        await querier.page.getByText('No record that you may read satisfies').first().waitFor();
        expect(querier.page.url()).toContain(withoutResult.reference);
      }
      expect(await clicks()).toBe(0);
      requireNoOtherFault(querier, withoutResult.reference, withoutResult.requestId);
    });

    test('a page, an institution and a policy are found by name, also at 390 px', async () => {
      const policyId = await aPolicy(exchange(), {});
      const governor = await signIn(OPERATOR);
      const { page } = governor;
      const box = await find(governor, 'audit l', 'Audit log');
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await page.keyboard.press('Enter');
      await governor.heading('Audit log');
      await box.waitFor({ state: 'hidden' });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.getByRole('button', { name: 'Search' }).click();
      await box.fill('first demo');
      await page.getByRole('option', { name: 'What First Demo Bank did' }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390);
      await optionsOf(governor)
        .filter({ hasText: /^First Demo Bank/ })
        .click();
      await governor.heading('First Demo Bank');
      await find(governor, policyId, 'Querying policy');
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`/policies/${policyId}`));
      requireNoOtherFault(governor, policyId);
    });

    test('a consent, a certificate and a subject are found by id, and a made-up id is nothing', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      await find(officer, consentId, 'Consent of a business');
      await page.keyboard.press('Enter');
      await officer.heading('Consent of a business');
      await find(officer, businessId, 'Example Hardware LLC');
      await page.keyboard.press('Enter');
      await officer.heading('Example Hardware LLC');
      const madeUp = randomUUID();
      const box = await find(officer, madeUp);
      await page.getByText('Nothing that your account may read has this id').waitFor();
      expect(await optionsOf(officer).count()).toBe(0);
      await requireAccessibleColors(page);
      await box.press('Escape');
      await box.waitFor({ state: 'hidden' });
      requireNoOtherFault(officer, madeUp, consentId, businessId);
      const querier = await signIn(QUERYING_BANK);
      await find(querier, issued.certificate_id, 'KYB certificate');
      expect(await optionsOf(querier).count()).toBe(2);
      await querier.page.keyboard.press('Enter');
      await querier.page.waitForURL(new RegExp(`/certificates/${issued.certificate_id}`));
      await find(querier, issued.certificate_id, 'issued the certificate');
      await optionsOf(querier).filter({ hasText: 'issued the certificate' }).click();
      await querier.page.waitForURL(new RegExp(`/queries/${issued.query_event_id}`));
    });

    test('a subject is searched by name or EIN when the reader chooses it, which the audit log records', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      const searches: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/search?')) searches.push(request.url());
      });
      const box = await find(
        officer,
        'example hardware',
        'Search businesses for “example hardware”',
      );
      expect(searches).toEqual([]);
      await page.getByRole('option', { name: 'Search businesses' }).click();
      await page.getByRole('option', { name: 'Example Hardware LLC' }).first().waitFor();
      expect(searches).toHaveLength(1);
      await officer.requireFaultless();
      await box.fill('98-7654321');
      await page.getByRole('option', { name: 'Search businesses by this EIN' }).waitFor();
      await page.keyboard.press('Enter');
      await eventually(() => expect(searches).toHaveLength(2));
      expect(page.url()).not.toContain('7654321');
      await page.keyboard.press('Escape');
      await find(officer, 'example hardware', 'Search businesses');
      await page.getByRole('option', { name: 'Search businesses' }).click();
      await page.getByRole('option', { name: 'Example Hardware LLC' }).first().click();
      await officer.heading('Example Hardware LLC');
    });

    test('what another institution may not see is found by nobody else', async () => {
      const { body } = await exchange()
        .as(FIRST_BANK)
        .get(`/v1/records?network_id=${DEMO_NETWORK.id}&subject_id=${businessId}`);
      const { data } = body as { readonly data: readonly { readonly record_id: string }[] };
      const record = data[0]?.record_id ?? '';
      const furnisher = await signIn(FIRST_BANK);
      await find(furnisher, record, 'Record');
      await furnisher.page.keyboard.press('Enter');
      await furnisher.heading('Record of KYB certificate');
      await furnisher.page.getByText('First Demo Bank').first().waitFor();
      for (const id of [consentId, withoutResult.reference]) {
        await find(furnisher, id);
        await furnisher.page.getByText('Nothing that your account may read').waitFor();
      }
      const querier = await signIn(QUERYING_BANK);
      await find(querier, record);
      await querier.page.getByText('Nothing that your account may read').waitFor();
    });

    test('what to do with a consent or a business leads to its page, with the form open', async () => {
      const own = await new TestBusiness(exchange()).consent();
      const officer = await signIn(COMPLIANCE_OFFICER);
      const { page } = officer;
      await find(officer, own, 'Amend this consent…');
      await requireAccessibleColors(page);
      await page.getByRole('option', { name: 'Amend this consent…' }).click();
      const amend = page.getByRole('dialog', { name: 'Amend this consent' });
      await amend.getByLabel('Ends at the start of this day').waitFor();
      await requireAccessibleView(page);
      await page.keyboard.press('Escape');
      await amend.waitFor({ state: 'hidden' });
      expect(page.url()).not.toContain('action=');
      await find(officer, own, 'Revoke this consent…');
      await page.getByRole('option', { name: 'Revoke this consent…' }).click();
      const revoke = page.getByRole('dialog', { name: 'Revoke this consent?' });
      await revoke.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Revoked').first().waitFor();
      await find(officer, own, 'Consent of a business');
      await eventually(async () => expect(await optionsOf(officer).count()).toBe(1));
      await page.keyboard.press('Escape');

      await find(officer, businessId, 'Who read the data of Example Hardware LLC');
      await page.getByRole('option', { name: 'Who read the data of' }).click();
      await page.getByRole('table', { name: 'Queries of the subject' }).waitFor();
      await find(officer, businessId, 'Record a consent of Example Hardware LLC…');
      await page.getByRole('option', { name: 'Record a consent of' }).click();
      const form = page.getByRole('dialog', { name: 'Record the consent of a business' });
      expect(await form.getByLabel('Legal name').inputValue()).toBe('Example Hardware LLC');
      requireNoOtherFault(officer, own, businessId);

      const querier = await signIn(QUERYING_BANK);
      await find(querier, businessId, 'Check what a query of Example Hardware LLC would answer…');
      await querier.page.getByRole('option', { name: 'Check what a query' }).click();
      await querier.page.waitForURL(new RegExp(`/coverage\\?.*id=${businessId}`));
    });

    test('a submission and a document are found by id', async () => {
      const bank = exchange().as(FIRST_BANK);
      const { data } = await succeed(bank.get('/v1/submissions?order=newest_first&limit=1'));
      const [newest] = data as readonly { readonly submission_id: string }[];
      const submission = newest?.submission_id ?? '';
      const { document_id } = await succeed(
        bank.post('/v1/documents', {
          ...{ network_id: DEMO_NETWORK.id, bytes: 1, media_type: 'application/pdf' },
          ...{ sha256: '0'.repeat(64), file_name: 'found.pdf' },
        }),
      );
      const document = String(document_id);
      const furnisher = await signIn(FIRST_BANK);
      await find(furnisher, document, 'found.pdf');
      await find(furnisher, submission, 'Submission');
      await furnisher.page.keyboard.press('Enter');
      await furnisher.page.waitForURL(new RegExp(`/submissions/${submission}`));
      requireNoOtherFault(furnisher, document, submission);
    });

    test('an attestation is found by its id', async () => {
      const bank = exchange().as(FIRST_BANK);
      const { id: attested } = await succeed(
        bank.post('/v1/institution-attestation', {
          ...{ product_id: KYB_PRODUCT_ID, signed_by_name: 'Search test' },
          ...{ signed_by_title: 'Head of compliance', attestation_data: {} },
        }),
      );
      const id = String(attested);
      const furnisher = await signIn(FIRST_BANK);
      await find(furnisher, id, 'Signed by Search test');
      await furnisher.page.keyboard.press('Enter');
      await furnisher.heading('Attestation');
      await furnisher.page.getByText('Search test').waitFor();
      await requireAccessibleView(furnisher.page);
      requireNoOtherFault(furnisher, id);
    });
  });
}

/** Opens the search box by the keyboard, and types. */
async function find(user: ConsoleUser, text: string, option?: string) {
  const { page } = user;
  await page.keyboard.press('Control+k');
  const box = page.getByRole('combobox', { name: 'Name, page or id' });
  await box.fill(text);
  if (option !== undefined) await optionsOf(user).filter({ hasText: option }).first().waitFor();
  return box;
}

function optionsOf({ page }: ConsoleUser) {
  return page.getByRole('listbox', { name: 'Results' }).getByRole('option');
}

/** A look-up of an id requests each kind of resource; the browser logs an error for each 404. */
function requireNoOtherFault({ errors }: ConsoleUser, ...ids: readonly string[]): void {
  expect(errors.filter((error) => !ids.some((id) => error.includes(id)))).toEqual([]);
}
