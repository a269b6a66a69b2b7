import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import { GOVERNOR } from '@ndx/tools/network/demo-people';
import { aPolicyTest } from '../harness/a-policy-test.js';
import { aPolicy } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { ConsoleUser } from '../harness/console-user.js';
import { saveInEndedSession } from '../harness/ended-session.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

const POLICIES = '/v1/networks/policies/querying';
const MODEL = 'business_identity_verification';

/** Passes under a policy without a maximum age of a few weeks. */
const OLD_RECORD = aPolicyTest('an old record is issued', '2026-01-01');

/** Two accounts of a governor change a policy by drafts, in a browser. */
export function consolePolicyDraftsSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for drafts of policies', () => {
    let direct: string;

    beforeAll(async () => {
      direct = await aNetwork();
    });

    /** A network whose governors the services know. */
    const aNetwork = async () => {
      const networkId = await aGovernedNetwork(exchange());
      const participants = `/v1/networks/${networkId}/participants`;
      await eventually(() => succeed(exchange().as(OPERATOR).get(participants)));
      return networkId;
    };

    /** A published policy of a new network, which from now on reviews changes. */
    const aReviewedPolicy = async () => {
      const networkId = await aNetwork();
      const id = await aPolicy(exchange(), {}, networkId);
      const operator = exchange().as(OPERATOR);
      await succeed(operator.put(`/v1/networks/${networkId}`, { policy_changes: 'reviewed' }));
      return { id, networkId };
    };

    /** Saves a draft that limits the age of records, by the account that the browser does not use. */
    const aDraftOf = async (id: string, days: number) => {
      const path = `${POLICIES}/${id}`;
      const operator = exchange().as(OPERATOR);
      const { version } = await succeed(operator.get(path));
      const { body } = await operator.get(`${path}/draft`);
      return succeed(
        operator.put(`${path}/draft`, {
          base_version: version,
          expected_digest: (body as { digest?: string }).digest ?? null,
          comment: `at most ${days} days`,
          model_selections: [{ model_name: MODEL, max_age_days: days }],
        }),
      );
    };

    const read = (id: string, part = '') =>
      succeed(exchange().as(GOVERNOR).get(`${POLICIES}/${id}${part}`));

    test('a draft is saved, compared, approved by a second account and published', async () => {
      const { id, networkId } = await aReviewedPolicy();
      const { version, name } = await read(id);
      const author = await signIn(GOVERNOR, `/policies/${id}/edit?network=${networkId}`);
      await author.page.getByLabel('Needs an attestation in force').first().check();
      await author.page.getByLabel('Comment of a draft').fill('Unattested data was wrong');
      expect(await author.page.getByRole('button', { name: /^Save as version/ }).count()).toBe(0);
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);
      await author.page.getByRole('button', { name: 'Save as a draft' }).click();
      const effect = author.page.getByRole('table', { name: 'Effect of the draft' });
      await effect.getByText('Narrower').first().waitFor();
      await author.page.getByText('another account of a governor has to approve it').waitFor();
      await author.confirm('Submit for approval', String(name));
      await author.page.getByText('No simulation of exactly this draft.').waitFor();
      expect(await author.page.getByRole('button', { name: 'Approve the draft' }).count()).toBe(0);
      expect(await author.page.getByRole('button', { name: 'Publish the draft' }).count()).toBe(0);
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);
      expect(await read(id)).toMatchObject({ version, model_selections: [] });

      const approver = await signIn(OPERATOR, `/policies/${id}?network=${networkId}`);
      await approver.page.getByText('Unattested data was wrong').waitFor();
      await approver.confirm('Approve the draft', String(name));
      await approver.page.getByText('Approved by').waitFor();
      await approver.requireFaultless();
      await approver.confirm('Publish the draft', String(name));
      await approver.page.getByText('No draft is open.').waitFor();
      await approver.page.getByText('Effect that was approved').waitFor();
      expect(await read(id)).toMatchObject({
        version: Number(version) + 1,
        status: 'published',
        model_selections: [{ model_name: MODEL, attestation_required: true }],
      });
      await approver.requireFaultless();
    });

    test('a publication without approval needs a reason, which its version keeps', async () => {
      const { id, networkId } = await aReviewedPolicy();
      await aDraftOf(id, 30);
      const { version } = await read(id);
      const governor = await open(id, networkId);
      const { page } = governor;
      await page.getByRole('button', { name: 'Publish without approval' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish without approval' });
      await dialog.getByText('It raises an alert').waitFor();
      await dialog.getByLabel('Why it cannot wait').fill('Answers release old data');
      await governor.requireFaultless();
      await dialog.getByRole('button', { name: 'Publish without approval' }).click();
      await page.getByText('No draft is open.').waitFor();
      await page.getByText('Published without approval').waitFor();
      await page.getByText('Answers release old data', { exact: true }).waitFor();
      await governor.requireFaultless();
      expect(await read(id, `/versions/${Number(version) + 1}`)).toMatchObject({
        draft: { break_glass_reason: 'Answers release old data', approval: null },
      });
    });

    test('a test that fails under the draft is shown, and stops its publication', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      const operator = exchange().as(OPERATOR);
      await succeed(operator.put(`${POLICIES}/${id}/tests`, { test: OLD_RECORD }));
      const empty = await open(id, direct);
      const tests = empty.page.getByRole('table', { name: 'Tests' });
      await tests.getByText('Passed').waitFor();
      await aDraftOf(id, 30);
      const governor = await open(id, direct);
      const { page } = governor;
      await page.getByText('A test fails under the draft').waitFor();
      expect(await page.getByRole('button', { name: 'Publish the draft' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Publish at a time' }).count()).toBe(0);
      const row = page.getByRole('table', { name: 'Tests' }).getByRole('row').nth(1);
      const cells = (await row.getByRole('cell').allInnerTexts()).map((text) =>
        text.split(/[\n\t]/).filter((line) => line !== ''),
      );
      expect(cells).toEqual([
        ['an old record is issued'],
        ['Issued'],
        ['Failed', 'No result', 'Too old'],
        ['Passed', 'Issued'],
        ['Delete'],
      ]);
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      const publish = page.getByRole('button', { name: 'Publish although tests fail' });
      await publish.click();
      const dialog = page.getByRole('dialog', { name: 'Publish although tests fail' });
      await dialog.getByLabel('Why it cannot wait for the tests').fill('Old data is wrong');
      await governor.requireFaultless();
      await dialog.getByRole('button', { name: 'Publish although tests fail' }).click();
      await page.getByText('No draft is open.').waitFor();
      await page.getByText('Published although tests failed').waitFor();
      await governor.requireFaultless();
      expect(await read(id, '/versions/3')).toMatchObject({
        draft: { break_glass_reason: 'Old data is wrong', failed_tests: [OLD_RECORD.name] },
      });
    });

    test('a draft is scheduled for a time to come, and no longer once that is withdrawn', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      await aDraftOf(id, 30);
      const { name } = await read(id);
      const governor = await open(id, direct);
      const { page } = governor;
      const schedule = async (at: string) => {
        await page.getByRole('button', { name: 'Publish at a time' }).click();
        const form = page.getByRole('dialog', { name: /^Publish at a time/ });
        await form.getByLabel('Publish at').fill(at);
        await governor.requireFaultless();
        await form.getByRole('button', { name: 'Schedule' }).click();
      };
      await schedule('2199-01-01T00:00:00');
      await page.getByText('Scheduled by').waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      expect(await read(id, '/draft')).toMatchObject({
        schedule: { publish_at: expect.stringMatching(/^219/), failure: null },
      });
      await governor.confirm('Withdraw the schedule', String(name));
      await page.getByText('Scheduled by').waitFor({ state: 'hidden' });
      expect(await read(id, '/draft')).toMatchObject({ schedule: null });
      await schedule('2020-01-01T00:00:00');
      await page.getByText('publish_at must be in the future').waitFor();
    });

    test('a policy of a network that reviews changes is archived by a draft', async () => {
      const { id, networkId } = await aReviewedPolicy();
      const { name } = await read(id);
      const governor = await open(id, networkId);
      const { page } = governor;
      await governor.confirm('Enforce', String(name));
      await page.getByText('another account of a governor has to approve it').waitFor();
      await governor.confirm('Archive', String(name));
      await page.getByText('Archived', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'Return to draft' }).count()).toBe(0);
      expect(await read(id)).toMatchObject({ status: 'published', enforced: false });
      expect(await read(id, '/draft')).toMatchObject({ status: 'archived', enforced: true });
    });

    test('one account of a governor begins the review of changes, and two end it', async () => {
      const networkId = await aGovernedNetwork(exchange());
      const settings = () => succeed(exchange().as(GOVERNOR).get(`/v1/networks/${networkId}`));
      const name = String((await settings())['name']);
      const first = await signIn(GOVERNOR, `/members?network=${networkId}`);
      await first.page.getByText('A governor changes a published policy at once.').waitFor();
      await first.confirm('Review changes', name);
      await first.confirm('End the review', name);
      await first.page.getByText('You requested it.').waitFor();
      expect(await first.page.getByRole('button', { name: 'End the review' }).count()).toBe(0);
      expect(await settings()).toMatchObject({ policy_changes: 'reviewed' });
      await first.confirm('Keep the review', name);
      await first.page.getByText('The end of the review is requested').waitFor({ state: 'hidden' });
      await first.confirm('End the review', name);
      await first.page.getByText('You requested it.').waitFor();
      await first.requireFaultless();
      await first.requireFit(390, 1024, 1440);

      const second = await signIn(OPERATOR, `/members?network=${networkId}`);
      await second.page.getByText('If you request it too, the review ends.').waitFor();
      await second.requireFaultless();
      await second.confirm('End the review', name);
      await second.page.getByText('A governor changes a published policy at once.').waitFor();
      expect(await settings()).toMatchObject({
        policy_changes: 'direct',
        direct_changes_requested_by: null,
      });
    });

    test('an approval of a draft that has changed is rejected, and approves nothing', async () => {
      const { id, networkId } = await aReviewedPolicy();
      const { digest } = await aDraftOf(id, 30);
      await succeed(exchange().as(OPERATOR).post(`${POLICIES}/${id}/draft/submit`, { digest }));
      const { page } = await open(id, networkId);
      await page.getByText('at most 30 days', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Approve the draft' }).click();
      await aDraftOf(id, 60);
      const dialog = page.getByRole('dialog', { name: /^Approve the draft/ });
      await dialog.getByRole('button', { name: 'Approve the draft' }).click();
      await page.getByRole('alert').getByText('The draft has changed in the meantime').waitFor();
      expect(await read(id, '/draft')).toMatchObject({ approval: null });
    });

    test('a draft of an earlier version is neither approved nor published until it is saved again', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      await aDraftOf(id, 30);
      const name = `other ${randomUUID()}`;
      await succeed(exchange().as(OPERATOR).put(`${POLICIES}/${id}/configuration`, { name }));
      const governor = await open(id, direct);
      const { page } = governor;
      await page.getByText('The policy has changed since').waitFor();
      expect(await page.getByRole('button', { name: /^(Approve|Publish) the/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Save the draft' }).click();
      await governor.confirm('Publish the draft', name);
      await page.getByText('No draft is open.').waitFor();
      expect(await read(id)).toMatchObject({
        name,
        model_selections: [{ model_name: MODEL, max_age_days: 30 }],
      });
    });

    test('an earlier version is restored as a draft, unless another draft is open', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      const path = `${POLICIES}/${id}/configuration`;
      const limited = { model_selections: [{ model_name: MODEL, max_age_days: 30 }] };
      await succeed(exchange().as(OPERATOR).put(path, limited));
      const { page } = await open(id, direct);
      const rules = page.getByRole('region', { name: /^What version . releases/ });
      await rules.getByText('What version 3 releases').waitFor();
      expect(await rules.getByRole('button', { name: 'Restore as a draft' }).count()).toBe(0);
      await page.getByLabel('Version', { exact: true }).selectOption('2');
      await rules.getByRole('button', { name: 'Restore as a draft' }).waitFor();
      const earlier = page.getByRole('table', { name: 'Earlier versions' });
      expect(await earlier.getByRole('row').count()).toBe(3);
      await earlier.getByRole('button', { name: 'Restore as a draft: version 2' }).click();
      const effect = page.getByRole('table', { name: 'Effect of the draft' });
      await effect.getByText('Wider').first().waitFor();
      expect(await page.getByRole('button', { name: 'Restore as a draft' }).count()).toBe(0);
      expect(await read(id, '/draft')).toMatchObject({
        base_version: 3,
        comment: 'Restores version 2',
        model_selections: [],
      });
    });

    test('the effect of what is typed is shown before it is saved, and a mistake is named', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      const governor = await open(id, direct, '/edit');
      const { page } = governor;
      const compared = page.getByRole('region', { name: 'Compared with version 2' });
      await compared.getByText('Equal').waitFor();
      await page.getByLabel('Maximum age in days').first().fill('90');
      const effect = compared.getByRole('table', { name: 'Effect of these changes' });
      await effect.getByText('Narrower').first().waitFor();
      await governor.requireFit(390, 1024, 1440);
      await page.getByLabel('Accepted values of Business entity type').fill('corporatoin');
      await compared.getByText('corporation').waitFor();
      expect(await effect.count()).toBe(0);
      await page.getByLabel('Accepted values of Business entity type').fill('corporation');
      await effect.getByText('corporation').waitFor();
      expect(await read(id)).toMatchObject({ version: 2, model_selections: [] });
    });

    test('what is typed survives a reload, another view, and a draft that somebody saved meanwhile', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      const { page } = await open(id, direct, '/edit');
      const days = page.getByLabel('Maximum age in days').first();
      await days.fill('90');
      await page.getByLabel('Comment of a draft').fill('Ninety');
      await page.reload();
      await page.getByText('Your unsaved changes are restored').waitFor();
      expect(await days.inputValue()).toBe('90');
      await page.getByRole('link', { name: 'The policy' }).click();
      await page.getByRole('link', { name: 'Edit' }).click();
      await aDraftOf(id, 30);
      await page.getByRole('button', { name: 'Save as a draft' }).click();
      await page.getByRole('alert').getByText('The draft has changed in the meantime').waitFor();
      expect(await days.inputValue()).toBe('90');
      expect(await read(id, '/draft')).toMatchObject({ comment: 'at most 30 days' });
      await page.getByRole('button', { name: 'Apply my changes to the present draft' }).click();
      await page.getByRole('button', { name: 'Save the draft' }).click();
      await page.getByRole('table', { name: 'Effect of the draft' }).waitFor();
      expect(await read(id, '/draft')).toMatchObject({
        comment: 'Ninety',
        model_selections: [{ model_name: MODEL, max_age_days: 90 }],
      });
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByRole('button', { name: 'Save the draft' }).waitFor();
      expect(await page.getByText('Your unsaved changes are restored').count()).toBe(0);
    });

    test('what is typed survives a session that has ended', async () => {
      const id = await aPolicy(exchange(), {}, direct);
      const { page } = await open(id, direct, '/edit');
      const days = page.getByLabel('Maximum age in days').first();
      await days.fill('45');
      await saveInEndedSession(page, days);
      expect(await days.inputValue()).toBe('45');
      await page.getByRole('button', { name: 'Discard my changes' }).click();
      expect(await days.inputValue()).toBe('');
    });

    const open = (id: string, networkId: string, part = ''): Promise<ConsoleUser> =>
      signIn(GOVERNOR, `/policies/${id}${part}?network=${networkId}`);
  });
}
