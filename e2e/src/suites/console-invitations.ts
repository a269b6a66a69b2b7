import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { NEWCOMER } from '@ndx/tools/network/identity-account';
import type { Page } from 'playwright-core';
import { requireAccessibleView } from '../harness/checked-views.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { errorsOf, requireFit } from '../harness/faults-of-page.js';
import { aGovernedNetwork } from '../harness/participant.js';

/** A person without an account becomes one by a link (decision 0129). */
export function consoleInvitationsSuite(
  exchange: () => Exchange,
  { signIn, browser }: ConsoleSessions,
): void {
  describe('the console and an invitation', () => {
    let networkId: string;

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
    });

    /** A governor creates the link of an invitation; returns it with the governor's page. */
    const invite = async (institution: string) => {
      const governor = await signIn(GOVERNOR, `/members?network=${networkId}`);
      const { page } = governor;
      await page.getByRole('button', { name: 'Invite institution' }).click();
      const form = page.getByRole('dialog', { name: 'Invite a new institution' });
      await form.getByLabel('Name of the institution').fill(institution);
      await governor.requireFaultless();
      await form.getByRole('button', { name: 'Create the link' }).click();
      const shown = page.getByRole('status').filter({ hasText: 'not shown again' });
      const link = /http\S+\/console\/invitation#[\w-]{43}/.exec(await shown.innerText())?.[0];
      await governor.requireFaultless();
      return { governor, link: String(link) };
    };

    const openAsNewcomer = async (link: string): Promise<Page> => {
      const context = await browser().newContext({ reducedMotion: 'reduce' });
      const page = await context.newPage();
      await page.goto(link);
      await page.locator(`button[value="${NEWCOMER.name}"]`).click();
      await page.getByRole('heading', { level: 1, name: 'Invitation' }).waitFor();
      return page;
    };

    test('a revoked link says so to the person who signed in', async () => {
      const institution = `Revoked ${randomUUID()}`;
      const { governor, link } = await invite(institution);
      await governor.page.getByRole('button', { name: `Revoke the invitation to` }).click();
      await governor.page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await governor.page
        .getByRole('row')
        .filter({ hasText: institution })
        .getByText('Revoked', { exact: true })
        .waitFor();
      const page = await openAsNewcomer(link);
      const alert = page.getByRole('alert');
      await alert.waitFor();
      expect(await alert.innerText()).toContain('the invitation was revoked');
      await requireAccessibleView(page);
      await page.context().close();
    });

    test('a person without an account opens the link, signs in, accepts it and uses the console', async () => {
      const institution = `Invited ${randomUUID()}`;
      const { governor, link } = await invite(institution);
      const page = await openAsNewcomer(link);
      const errors = errorsOf(page);
      await page.getByText(`invites you to register ${institution}`).waitFor();
      await requireAccessibleView(page);
      await requireFit(page, 320, 390, 1024);
      await page.getByRole('button', { name: 'Accept the invitation' }).click();
      await page.getByRole('navigation').waitFor();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(new URL(page.url()).hash).toBe('');
      await page.getByRole('button', { name: 'Account menu' }).click();
      await page.getByText(institution).first().waitFor();
      expect(errors).toEqual([]);
      await page.goto(link);
      await page.getByRole('alert').waitFor();
      expect(await page.locator('main').innerText()).toContain('was accepted already');
      await page.context().close();
      await governor.page.reload();
      const row = governor.page
        .getByRole('table', { name: 'Invitations' })
        .getByRole('row')
        .filter({ hasText: institution });
      await row.getByText('Accepted').waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024);
    });
  });
}
