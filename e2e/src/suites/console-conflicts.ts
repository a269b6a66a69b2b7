import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aBusinessOfTwo } from '../harness/business-of-two.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import {
  aBusinessConflict,
  anEinConflict,
  anIdentityConflict,
  openConflictOf,
  type IdentityConflictIds,
} from '../harness/identity-conflict.js';
import {
  aGovernedNetwork,
  aParticipant,
  succeed,
  type Participant,
} from '../harness/participant.js';

/** Identity conflicts, listed and resolved by a governor in a browser. */
export function consoleConflictsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('identity conflicts in the console', () => {
    let bank: Participant;
    let networkId: string;

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
      bank = await aParticipant(exchange(), networkId, 'governor', 'furnisher', 'querier');
    });

    test('a governor compares the statements about two consumers and merges the subjects', async () => {
      const ids = await anIdentityConflict(bank.client, networkId);
      const governor = await signIn(GOVERNOR);
      const { page } = governor;
      await governor.open('Identity conflicts');
      await page.getByLabel('Network', { exact: true }).selectOption(networkId);
      await governor.requireFaultless();
      await page.getByRole('link', { name: 'Ana Stranger / Ana Example' }).click();
      await governor.heading('Identity conflict of consumers');
      const { subjects } = await conflict(ids);
      const [opened, known] = subjects.map(({ identifier }) =>
        page.getByRole('region', { name: identifier }),
      );
      expect(await opened?.innerText()).toMatch(/Stranger\s+differs[^]*1955-05-05\s+differs/);
      expect(await known?.innerText()).toMatch(/Example\s+differs[^]*1990-01-15\s+differs/);
      expect(await known?.innerText()).toMatch(/Ana(?!\s+differs)/);
      await governor.requireFaultless();
      await governor.requireFit(360, 1920);

      await page.getByRole('button', { name: 'Merge' }).click();
      const dialog = page.getByRole('dialog', { name: 'Merge two subjects' });
      await dialog.getByText('A merge cannot be undone').waitFor();
      expect(await dialog.getByLabel('Ana Example').isChecked()).toBe(true);
      await governor.requireFaultless();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(await conflict(ids)).toMatchObject({ status: 'open' });
      await page.getByRole('button', { name: 'Merge' }).click();
      await dialog.getByRole('button', { name: 'Merge' }).click();
      await page.getByText(/^The records and consents of both subjects belong to/).waitFor();
      expect(await page.getByRole('button', { name: 'Merge' }).count()).toBe(0);
      await governor.requireFaultless();
      expect(await conflict(ids)).toMatchObject({
        status: 'merged',
        into_subject_id: ids.into_subject_id,
      });

      await page.reload();
      await page.getByText(/^The records and consents of both subjects belong to/).waitFor();
      await page.getByRole('link', { name: 'Ana Stranger' }).click();
      await page.waitForURL(new RegExp(`/subjects/consumer/${ids.subject_id}`));
    });

    test('a governor keeps two businesses apart, and finds them among the resolved conflicts', async () => {
      const ids = await aBusinessConflict(bank.client, networkId);
      const governor = await signIn(GOVERNOR, pageOf(ids));
      const { page } = governor;
      await governor.heading('Identity conflict of businesses');
      expect(await governor.text()).toContain('the registration of one business with the EIN');
      await page.getByRole('button', { name: 'Keep apart' }).click();
      const dialog = page.getByRole('dialog', { name: 'Keep the subjects apart?' });
      await dialog.getByRole('button', { name: 'Keep apart' }).click();
      await page.getByText('The subjects are different.').waitFor();
      await governor.requireFaultless();
      expect(await conflict(ids)).toMatchObject({ status: 'kept_apart', into_subject_id: null });
      await page.getByRole('link', { name: 'All identity conflicts' }).click();
      await page.getByRole('radiogroup', { name: 'Status' }).getByText('Kept apart').click();
      await page.waitForURL(/status=kept_apart/);
      const row = page.getByRole('row').filter({ hasText: ids.conflict_id.slice(-12) });
      await row.getByText('Kept apart').waitFor();
      await row.getByRole('link').click();
      await eventually(async () => {
        // An entry follows its event within about a second.
        await page.goto(`${exchange().url}/console${pageOf(ids)}`);
        await page.getByRole('link', { name: 'Audit log entries' }).click();
        await page.getByText('stated an identifier of another subject, which opened the').waitFor();
        expect(await governor.text()).toContain('kept apart the subjects of the');
      });
    });

    test('a governor previews and confirms that two names are of two businesses', async () => {
      const { subject_id } = await aBusinessOfTwo(bank.client, networkId);
      const conflict_id = await openConflictOf(bank.client, networkId, subject_id);
      const governor = await signIn(GOVERNOR, pageOf({ conflict_id }));
      const { page } = governor;
      await page.getByRole('button', { name: 'Separate' }).click();
      const dialog = page.getByRole('dialog', { name: 'Separate two businesses' });
      const records = dialog.getByRole('group', { name: 'Single records of the other business' });
      await records.getByLabel(/E1 LLC/).waitFor();
      await governor.requireFaultless();
      await dialog
        .getByRole('group', { name: /^Institutions/ })
        .getByRole('checkbox')
        .check();
      await dialog
        .getByRole('alert')
        .getByText(/no statement would be left/)
        .waitFor();
      await dialog
        .getByRole('group', { name: /^Institutions/ })
        .getByRole('checkbox')
        .uncheck();
      await records.getByLabel(/Other Ltd/).check();
      await dialog.getByText('1 record and 0 consents').waitFor();
      await governor.requireFit(360, 1920);
      await dialog.getByLabel('Reason').fill('Damaged registration number');
      await dialog.getByRole('button', { name: 'Separate' }).click();
      await page.getByText('The statements are about two businesses.').waitFor();
      expect(await conflict({ conflict_id })).toMatchObject({ status: 'separated' });
    });

    test('a governor confirms that two EINs are of one business', async () => {
      const ids = await anEinConflict(bank.client, networkId);
      const governor = await signIn(GOVERNOR, pageOf(ids));
      const { page } = governor;
      await page.getByText(/^An institution stated another EIN of a known registration/).waitFor();
      await page.getByText('EIN, last four digits').waitFor();
      await page.getByRole('button', { name: 'Confirm one business' }).click();
      const dialog = page.getByRole('dialog', { name: 'Are the statements about one business?' });
      await dialog.getByRole('button', { name: 'Confirm one business' }).click();
      await page.getByText('The statements are about one business.').waitFor();
      await governor.requireFaultless();
      expect(await conflict(ids)).toMatchObject({ kind: 'ein_differs', status: 'confirmed' });
    });

    test('a conflict that another governor resolved first is not changed', async () => {
      const ids = await anIdentityConflict(bank.client, networkId);
      const governor = await signIn(GOVERNOR, pageOf(ids));
      const { page } = governor;
      await page.getByRole('button', { name: 'Merge' }).click();
      await succeed(
        exchange().as(OPERATOR).post(`${conflictsPath()}/${ids.conflict_id}/keep-apart`, undefined),
      );
      const dialog = page.getByRole('dialog', { name: 'Merge two subjects' });
      await dialog.getByRole('button', { name: 'Merge' }).click();
      const alert = dialog.getByRole('alert');
      await alert.getByText('the conflict is already resolved').waitFor();
      expect(await alert.innerText()).toMatch(/Request id\s+[0-9a-f-]{36}/);
      expect(await conflict(ids)).toMatchObject({ status: 'kept_apart' });
    });

    function conflictsPath(): string {
      return `/v1/networks/${networkId}/identity-conflicts`;
    }

    function pageOf({ conflict_id: id }: Pick<IdentityConflictIds, 'conflict_id'>): string {
      return `/identity-conflicts/${id}?network=${networkId}`;
    }

    async function conflict({ conflict_id: id }: Pick<IdentityConflictIds, 'conflict_id'>) {
      const body = await succeed(exchange().as(OPERATOR).get(`${conflictsPath()}/${id}`));
      return body as { readonly subjects: readonly { readonly identifier: string }[] };
    }
  });
}
