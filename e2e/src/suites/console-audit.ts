import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import { AUDITOR } from '@ndx/tools/network/demo-people';
import type { Page } from 'playwright-core';
import { alterEntry, auditEntries, type Entry } from '../harness/audit-verify.js';
import { aBusinessOfTwo, previewDigest } from '../harness/business-of-two.js';
import { aPolicy, QUERY } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { appendEntries } from '../harness/long-audit-log.js';
import { aNetwork, aParticipant, succeed } from '../harness/participant.js';
import { savedJson } from '../harness/saved-file.js';

/** More than the 5,000 entries that a request verifies. */
const LONG = 5_010;

/** The audit log of a network, read and verified in a browser. */
export function consoleAuditSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the audit log in the console', () => {
    let policyId: string;
    let entries: readonly Entry[];

    beforeAll(async () => {
      policyId = await aPolicy(exchange(), {});
      entries = await eventually(async () => {
        const found = await auditEntries(exchange(), 'policy', DEMO_NETWORK.id, policyId);
        expect(found).toHaveLength(2);
        return found;
      });
    });

    test('the compliance officer of the network filters the entries and verifies the log', async () => {
      const officer = await signIn(AUDITOR);
      const { page } = officer;
      await officer.open('Audit log');
      await page.getByLabel('Network', { exact: true }).selectOption(DEMO_NETWORK.name);
      await page.getByLabel('Service').selectOption('policy');
      await page.waitForURL(/service=policy/);
      await page.getByLabel('Subject id').fill(policyId);
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`subject=${policyId}`));
      await seqsAre(page, entries);
      await officer.requireFaultless();
      await page.getByLabel('Period').selectOption('Last quarter');
      await page.getByText('No entry matches').waitFor();
      await page.getByLabel('Period').selectOption('All time');
      await page.getByRole('button', { name: 'Remove filters' }).click();
      await page.getByLabel('Related id').fill(policyId);
      await page.keyboard.press('Enter');
      await page.waitForURL(new RegExp(`related_id=${policyId}`));
      await seqsAre(page, entries);
      await page.getByRole('button', { name: 'Remove filters' }).click();
      const newest = rowOf(page, entries.at(-1));
      await newest.getByRole('link', { name: 'Only entries about' }).click();
      await seqsAre(page, entries);
      await page.reload();
      await seqsAre(page, entries);
      expect(await page.getByLabel('Subject id').inputValue()).toBe(policyId);
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await page.getByText(/^Verified through entry [\d,]+$/).waitFor();
      await officer.requireFaultless();
      await newest.getByText('saved version 2 (published) of the').waitFor();
      await newest.getByRole('button', { name: 'Details of entry' }).press('Enter');
      const details = page.getByRole('dialog', { name: /^Entry [\d,]+ of policy$/ });
      const changes = details.getByRole('table', { name: 'Change' });
      const status = changes.getByRole('row').filter({ hasText: 'Status' });
      expect((await status.innerText()).split(/\s+/)).toEqual(['Status', 'Draft', 'Published']);
      await details.getByText('the signed tree of the log had it').waitFor();
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'hidden' });
      await newest.getByText('saved version 2 (published) of the').click();
      await details.getByRole('region', { name: 'Related' }).getByText('KYB certificate').waitFor();
      await page.keyboard.press('Escape');
      await details.waitFor({ state: 'hidden' });
      await newest.getByRole('link', { name: 'Policy' }).click();
      await page.waitForURL(new RegExp(`/policies/${policyId}`));
    });

    test('the filters have names of accounts, institutions and events, and links lead to what one did', async () => {
      const address = `/audit-log?network=${DEMO_NETWORK.id}&service=policy&subject=${policyId}`;
      const officer = await signIn(AUDITOR, address);
      const { page } = officer;
      await seqsAre(page, entries);
      await page.getByLabel('Event').selectOption('Saved the querying policy');
      await page.waitForURL(/type=policy\.querying-policy-saved\.v1/);
      await page.getByLabel('Account').selectOption('operator-user');
      await page.waitForURL(/account_id=/);
      await seqsAre(page, entries);
      await rowOf(page, entries.at(-1)).getByText('Network Operator').waitFor();
      await page.getByRole('button', { name: 'Remove filters' }).click();
      await page.getByLabel('Service').selectOption('All services');
      await page.getByLabel('Institution').selectOption('Querying Demo Bank');
      await page.waitForURL(/related_id=/);
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);

      const governor = await signIn(OPERATOR);
      await governor.open('Members');
      await governor.page.getByRole('link', { name: 'Network Operator' }).click();
      await governor.heading('Network Operator');
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await governor.page.getByRole('link', { name: 'What it did: operator-user' }).click();
      await governor.page.waitForURL(/audit-log\?.*account_id=/);
      await governor.page.goBack();
      await governor.page.getByRole('link', { name: 'What it did', exact: true }).click();
      await governor.page.waitForURL(/audit-log\?.*related_id=/);
    });

    test('the compliance officer reads names of businesses in the log, in records and queries', async () => {
      const networkId = await aNetwork(exchange());
      const bank = await aParticipant(exchange(), networkId, 'furnisher', 'querier');
      const { subject_id, record_id } = await aBusinessOfTwo(bank.client, networkId);
      const governor = exchange().as(OPERATOR);
      const choice = { record_ids: [record_id] };
      const preview_digest = await previewDigest(governor, networkId, { subject_id, ...choice });
      const { new_subject_id } = await succeed(
        governor.post(`/v1/networks/${networkId}/subjects/${subject_id}/separations`, {
          ...{ ...choice, preview_digest, reason: 'Damaged number' },
        }),
      );
      const query = { network_ids: [networkId], business_id: new_subject_id };
      await eventually(() => succeed(bank.client.post(QUERY, query)));
      await eventually(async () => {
        expect(await auditEntries(exchange(), 'entity', networkId, subject_id)).toHaveLength(1);
      });

      const address = `/audit-log?network=${networkId}&service=entity&subject=${subject_id}`;
      const officer = await signIn(AUDITOR, address);
      const { page } = officer;
      const logged = page.getByRole('table').getByText('separated a new business from the');
      await logged.waitFor();
      await page.getByText('business E1 LLC').waitFor();
      await officer.requireFaultless();
      await page.goto(`${exchange().url}/console/records/${record_id}?network=${networkId}`);
      await officer.heading('Record of KYB certificate');
      await page.getByText('Other Ltd').first().waitFor();
      await page.goto(`${exchange().url}/console/queries?network=${networkId}`);
      await page.getByRole('cell', { name: 'Other Ltd' }).first().waitFor();
      await officer.requireFaultless();
      await officer.requireFit(390, 1024, 1440);

      const end = `/v1/records/${record_id}/withdraw`;
      await succeed(bank.client.post(end, { reason: 'outdated' }));
      await eventually(async () => {
        const ended = await auditEntries(exchange(), 'furnishing', networkId, record_id);
        expect(ended).toHaveLength(1);
      });
      const log = `/audit-log?network=${networkId}&service=furnishing&subject=${record_id}`;
      await page.goto(`${exchange().url}/console${log}`);
      await page.getByText('record of Other Ltd').waitFor();
      const { data } = await savedJson(page);
      expect(data).toMatchObject([
        { subject_name: 'Other Ltd', event: 'withdrew the record of Other Ltd' },
      ]);
    });

    test('a log of several parts is paged and verified to its end, and an altered entry is named', async () => {
      const networkId = await aNetworkWithLongLog();
      const address = `/audit-log?network=${networkId}&service=policy`;
      const officer = await signIn(AUDITOR, address);
      const { page } = officer;
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.url()));
      const rows = page.getByRole('table').getByRole('row');
      await rows.nth(100).waitFor();
      expect(await rows.count()).toBe(101);
      await page.getByRole('button', { name: 'Load older entries' }).click();
      await rows.nth(200).waitFor();
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await page.getByText(`Verified through entry ${LONG.toLocaleString('en')}`).waitFor();
      expect(requests.filter((url) => url.includes('verification'))).toHaveLength(2);

      const first = await entryOf(networkId, 1);
      await page.getByLabel('Subject id').fill(first.subject);
      await page.getByRole('button', { name: 'Filter', exact: true }).click();
      await seqsAre(page, [first]);

      const altered = await entryOf(networkId, LONG - 5);
      const restore = await alterEntry(exchange(), 'policy', altered);
      try {
        await page.getByRole('button', { name: 'Verify again from entry 1' }).click();
        const alert = page.getByRole('alert');
        await alert.getByText(`Entry ${formatted(altered)} failed the verification`).waitFor();
        const text = await alert.innerText();
        expect(text).toContain('it was edited, moved or inserted');
        expect(text).toContain(altered.event_id);
        expect(text).toContain(`through entry ${(LONG - 6).toLocaleString('en')}.`);
        await officer.requireFaultless();
        await page.goto(`${exchange().url}/console${address}&subject=${altered.subject}`);
        await rowOf(page, altered).getByText('Altered').waitFor();
      } finally {
        await restore();
      }
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await page.getByText(`Verified through entry ${LONG.toLocaleString('en')}`).waitFor();
    });

    test('a verification continues where a failed request stopped it', async () => {
      const networkId = await aNetworkWithLongLog();
      const officer = await signIn(AUDITOR, `/audit-log?network=${networkId}&service=policy`);
      const { page } = officer;
      const denied = { detail: 'denied by the test', request_id: 'request-of-the-test' };
      await page.route(/verification\?after=5000/, (route) =>
        route.fulfill({ status: 403, json: denied }),
      );
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await page.getByText(denied.detail).waitFor();
      await page.getByText('Verified through entry 5,000 of 5,010.').waitFor();
      await page.unroute(/verification\?after=5000/);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByText('Verified through entry 5,010').waitFor();
    });

    async function aNetworkWithLongLog(): Promise<string> {
      const networkId = await aNetwork(exchange());
      await appendEntries(exchange(), 'policy', networkId, LONG);
      const path = `/v1/networks/${networkId}/audit-logs/policy/entries?limit=1`;
      await eventually(() => succeed(exchange().as(AUDITOR).get(path)));
      return networkId;
    }

    async function entryOf(networkId: string, seq: number): Promise<Entry> {
      const rows = await exchange().sql(
        'policy',
        'select subject from audit_entry where network = $1 and seq = $2',
        [networkId, seq],
      );
      const subject = String(rows[0]?.['subject']);
      const [entry] = await auditEntries(exchange(), 'policy', networkId, subject);
      if (entry === undefined) throw new Error(`the log has no entry ${seq}`);
      return entry;
    }
  });
}

function formatted({ seq }: Pick<Entry, 'seq'>): string {
  return Number(seq).toLocaleString('en');
}

function rowOf(page: Page, entry: Entry | undefined) {
  const seq = entry === undefined ? '' : formatted(entry);
  return page.getByRole('row').filter({ has: page.getByRole('cell', { name: seq, exact: true }) });
}

/** Waits until the table has these entries alone. */
async function seqsAre(page: Page, entries: readonly Entry[]): Promise<void> {
  await eventually(async () => {
    const shown = await page.getByRole('table').locator('tbody tr td:first-child').allInnerTexts();
    expect(shown).toEqual(entries.map(formatted).reverse());
  });
}
