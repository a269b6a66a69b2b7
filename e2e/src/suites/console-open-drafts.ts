import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicy } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

const POLICIES = '/v1/networks/policies';

/** A governor finds the open drafts of its networks in a browser. */
export function consoleOpenDraftsSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for open drafts', () => {
    let networkId: string;

    const operator = () => exchange().as(OPERATOR);

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(operator().get(participants)));
    });

    /** A draft of a published policy, of the account that the browser does not use. */
    const aDraft = async (id: string, comment: string) => {
      const path = `${POLICIES}/querying/${id}`;
      const { version, name } = await succeed(operator().get(path));
      const draft = { base_version: version, comment, enforced: true };
      const { digest } = await succeed(operator().put(`${path}/draft`, draft));
      return { path, name: String(name), digest };
    };

    test('one list has the author, the age and the state of each, and leads to its page', async () => {
      const other = await aPolicy(exchange(), {}, networkId);
      const scheduled = await aDraft(await aPolicy(exchange(), {}, networkId), 'from next year');
      const at = { digest: scheduled.digest, publish_at: '2199-01-01T00:00:00Z' };
      await succeed(operator().put(`${scheduled.path}/draft/schedule`, at));
      await succeed(operator().put(`/v1/networks/${networkId}`, { policy_changes: 'reviewed' }));
      const waiting = await aDraft(other, 'unattested data was wrong');
      const governor = await signIn(GOVERNOR);
      const { page } = governor;
      await governor.open('Policy drafts');
      const row = (name: string) =>
        page
          .getByRole('table', { name: 'Policy drafts' })
          .getByRole('row')
          .filter({ has: page.getByRole('link', { name, exact: true }) });
      await row(waiting.name).getByText('Not submitted for approval').waitFor();
      const { digest } = waiting;
      await succeed(operator().post(`${waiting.path}/draft/submit`, { digest }));
      await page.reload();
      await row(waiting.name).getByText('Awaits an approval, which you can give').waitFor();
      await row(waiting.name).getByText('unattested data was wrong').waitFor();
      expect(await row(scheduled.name).innerText()).toMatch(/2199/);
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await row(waiting.name).getByRole('link').click();
      await governor.heading(waiting.name);
      await page.getByRole('button', { name: 'Approve the draft' }).waitFor();
      for (const drafted of [waiting, scheduled]) {
        const { path } = drafted;
        await succeed(operator().delete(`${path}/draft?digest=${String(drafted.digest)}`));
      }
      await governor.open('Policy drafts');
      await page.reload();
      await row(waiting.name).waitFor({ state: 'detached' });
    });
  });
}
