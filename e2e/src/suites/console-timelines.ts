import { beforeAll, describe, expect, test } from '@jest/globals';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER } from '@ndx/tools/network/demo-people';
import { isIssued, QUERY, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** What happened to a subject, a consent, a record and an institution, in a browser. */
export function consoleTimelinesSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the timelines of the console', () => {
    let businessId: string;
    let consentId: string;
    let recordId: string;

    beforeAll(async () => {
      const business = new TestBusiness(exchange());
      businessId = await business.furnish();
      consentId = await business.consent();
      const { body: answer } = await queryUntil(exchange(), { consent_id: consentId }, isIssued);
      const furnisher = exchange().as(FIRST_BANK);
      const about = `network_id=${DEMO_NETWORK.id}&subject_id=${businessId}`;
      const { data } = await succeed(furnisher.get(`/v1/records?${about}`));
      recordId = (data as readonly { readonly record_id: string }[])[0]?.record_id ?? '';
      const querier = exchange().as(QUERYING_BANK);
      const { query_event_id } = answer as { readonly query_event_id: string };
      const objection = {
        ...{ query_event_id, model_name: 'business_identity_verification' },
        ...{ field_name: 'business_registration_status', reason: 'wrong_value' },
        reason_text: 'The registry lists it as dissolved',
      };
      const disputes = `/v1/records/${recordId}/disputes`;
      const { dispute_id: dispute } = await succeed(querier.post(disputes, objection));
      await succeed(
        furnisher.post(`/v1/disputes/${String(dispute)}/decide`, {
          ...{ outcome: 'upheld', reason: 'verified', reason_text: 'Checked again' },
        }),
      );
      await succeed(furnisher.post(`/v1/records/${recordId}/withdraw`, { reason: 'outdated' }));
      await querier.post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id: consentId });
      await succeed(querier.post(`/v1/consent/business/${consentId}/revoke`, {}));
    });

    test('a subject has its consents and queries with their reasons, newest first', async () => {
      const officer = await signIn(COMPLIANCE_OFFICER, `/subjects/business/${businessId}`);
      await officer.heading('Example Hardware LLC');
      await requireInOrder(officer, [
        'revoked the consent',
        'Querying Demo Bank queried the KYB certificate of a business, without a result',
        'Querying Demo Bank queried the KYB certificate of a business, in the query',
        'recorded the consent',
      ]);
      const { page } = officer;
      await timelineOf(officer).getByText('204: ').first().waitFor();
      await timelineOf(officer).getByText('Under a consent of the subject').first().waitFor();
      expect(await timelineOf(officer).getByText('furnished the').count()).toBe(0);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      await timelineOf(officer).getByRole('link', { name: 'consent' }).first().click();
      await page.waitForURL(new RegExp(`/consents/${consentId}`));
    });

    test('a governor sees the records and disputes of a subject, and no consent', async () => {
      const governor = await signIn(OPERATOR, `/subjects/business/${businessId}`);
      await requireInOrder(governor, [
        'Querying Demo Bank queried',
        'First Demo Bank withdrew the record',
        'First Demo Bank decided as upheld the dispute',
        'Querying Demo Bank disputed “Business registration status” of a record, in the dispute',
        'Querying Demo Bank queried',
        'First Demo Bank furnished the KYB certificate of a business, in the record',
      ]);
      await timelineOf(governor).getByText('Outdated').waitFor();
      expect(await timelineOf(governor).innerText()).not.toContain('recorded the');
      await governor.requireFaultless();
      await timelineOf(governor).getByRole('link', { name: 'record' }).first().click();
      await governor.heading('Record of KYB certificate');
      await governor.requireFit(390, 1024, 1440);
    });

    test('a consent has its changes and the queries under it', async () => {
      const officer = await signIn(
        COMPLIANCE_OFFICER,
        `/subjects/business/${businessId}/consents/${consentId}`,
      );
      await requireInOrder(officer, [
        'revoked the consent',
        'without a result',
        'queried the KYB certificate',
        'recorded the consent',
      ]);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
    });

    test('a record has its life and its uses, for its furnisher', async () => {
      const furnisher = await signIn(FIRST_BANK, `/records/${recordId}`);
      await requireInOrder(furnisher, [
        'withdrew the record',
        'decided as upheld the dispute',
        'disputed “Business registration status” of a record',
        'A query of the KYB certificate used the record.',
        'furnished the KYB certificate of a business',
      ]);
      await furnisher.page.getByText('Withdrawn').waitFor();
      await timelineOf(furnisher).getByText('The record was chosen.').first().waitFor();
      expect(await timelineOf(furnisher).innerText()).toContain('Wrong value: The registry lists');
      await furnisher.requireFaultless();
      await furnisher.requireFit(390, 1024, 1440);
    });

    test('an institution has what it did, by name, and only for whom may see it', async () => {
      const path = `/institutions/${FIRST_BANK.entityId}`;
      const governor = await signIn(OPERATOR, path);
      await governor.heading('First Demo Bank');
      const withdrawal = timelineOf(governor).getByRole('listitem').filter({ hasText: 'withdrew' });
      await withdrawal.getByText('(first-bank-user)').first().waitFor();
      await governor.page.getByRole('table', { name: 'Accounts' }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      const querier = await signIn(QUERYING_BANK, path);
      await querier.heading('First Demo Bank');
      await querier.page.getByText('Furnisher').first().waitFor();
      expect(await timelineOf(querier).count()).toBe(0);
      expect(await querier.page.getByRole('table', { name: 'Accounts' }).count()).toBe(0);
      await querier.page.goto(`${exchange().url}/console/institutions/${recordId}`);
      await querier.page.getByText('No participant of the network has this id').waitFor();
      await querier.requireFaultless();
    });
  });
}

function timelineOf({ page }: ConsoleUser) {
  return page.getByRole('list', { name: 'Timeline' });
}

/** The entries with these texts follow each other, among others. */
async function requireInOrder(user: ConsoleUser, texts: readonly string[]) {
  await timelineOf(user).getByRole('listitem').first().waitFor();
  const shown = await timelineOf(user).getByRole('listitem').allInnerTexts();
  const entries = shown.map((text) => text.replaceAll(/\s+/g, ' '));
  let from = 0;
  for (const text of texts) {
    const place = entries.findIndex((entry, at) => at >= from && entry.includes(text));
    expect({ text, isAfter: from, found: place >= 0, entries }).toMatchObject({ found: true });
    from = place + 1;
  }
}
