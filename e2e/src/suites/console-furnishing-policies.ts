import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import { COMPLIANCE_OFFICER, GOVERNOR } from '@ndx/tools/network/demo-people';
import { KYB_PRODUCT_ID } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import { saveInEndedSession } from '../harness/ended-session.js';
import type { Exchange } from '../harness/exchange.js';
import { aFurnisherWithRecord } from '../harness/furnished-record.js';
import { aGovernedNetwork, succeed } from '../harness/participant.js';

const POLICIES = '/v1/networks/policies/furnishing';
const NAME = 'Recent verifications';
const END = '2099-12-31T10:30';

/** The furnishing policies of a network in a browser. */
export function consoleFurnishingPoliciesSuite(
  exchange: () => Exchange,
  { signIn }: ConsoleSessions,
): void {
  describe('the console for furnishing policies', () => {
    let networkId: string;

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
    });

    test('a policy is drafted, put into effect, planned to end, and replaced by its next version', async () => {
      const list = `/furnishing-policies?network=${networkId}`;
      const governor = await signIn(GOVERNOR, list);
      const { page } = governor;
      await page.getByText('The network accepts every record').waitFor();
      await page.getByRole('button', { name: 'New policy' }).click();
      const form = page.getByRole('dialog', { name: 'New policy' });
      await form.getByLabel('Product').selectOption('KYB certificate');
      await form.getByLabel('Name').fill(NAME);
      await form.getByRole('button', { name: 'Create draft' }).click();
      await governor.heading(`Edit ${NAME}`);
      await page.getByLabel('Maximum age of a verification in days').fill('365');
      await page.getByLabel('Needs an attestation in force').check();
      await page.getByLabel('Business entity type').first().press('Space');
      await page.getByText('1 required field', { exact: true }).waitFor();
      await governor.requireFaultless();
      await governor.requireFit(360, 1920);
      await page.getByRole('button', { name: 'Save as version 2' }).click();
      const fields = page.getByRole('table', { name: 'Required fields' });
      await fields.waitFor();
      expect(await fields.getByRole('row').allInnerTexts()).toEqual([
        expect.stringMatching(/Section\s+Field/),
        expect.stringMatching(/Business identity verification\s+Business entity type/),
      ]);
      await governor.requireFaultless();
      await governor.requireFit(360, 1920);
      await governor.confirm('Put into effect', NAME);
      const main = page.locator('main');
      await main.getByText('In effect', { exact: true }).waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Plan start and end' }).click();
      const period = page.getByRole('dialog', { name: `Start and end of ${NAME}` });
      expect(await period.getByLabel('Starts').isDisabled()).toBe(true);
      await period.getByLabel('Ends').fill(END);
      await governor.requireFaultless();
      await period.getByRole('button', { name: 'Save' }).click();
      await main.getByText('Dec 31, 2099').waitFor();
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const path = `${POLICIES}/${id}?network_id=${networkId}`;
      expect(await succeed(exchange().as(GOVERNOR).get(path))).toMatchObject({
        name: NAME,
        product_id: KYB_PRODUCT_ID,
        version: 3,
        active_on: expect.stringMatching(/^20/),
        deprecated_on: await page.evaluate<string>(`new Date('${END}').toISOString()`),
        policy_metadata: {
          required_fields: ['business_identity_verification.business_entity_type'],
          attestation_required: true,
          max_age_days: 365,
        },
      });
      await governor.confirm('Draft next version', NAME);
      await governor.heading(`Edit ${NAME}`);
      expect(await page.getByLabel('Business entity type').first().isChecked()).toBe(true);
      await page.getByLabel('Needs an attestation in force').uncheck();
      await page.getByRole('button', { name: 'Save as version 5' }).click();
      await governor.confirm('Put into effect', NAME);
      await main.getByText('In effect', { exact: true }).waitFor();
      await page.reload();
      await governor.heading(NAME);
      await page.getByRole('link', { name: 'All furnishing policies' }).click();
      const rows = page.getByRole('table', { name: 'Furnishing policies' }).getByRole('row');
      await rows.nth(1).waitFor();
      expect((await rows.allInnerTexts()).slice(1)).toEqual([
        expect.stringMatching(
          /Replaced\s+3\s+1 field, an attestation in force, a verification at most 365 days old/,
        ),
        expect.stringMatching(
          /In effect\s+6\s+1 field, a verification at most 365 days old.*no end/s,
        ),
      ]);
      await governor.requireFaultless();
      await rows.nth(2).getByRole('link', { name: NAME }).click();
      await governor.confirm('End', NAME);
      await main.getByText('Ended', { exact: true }).waitFor();
      expect(await page.getByRole('button', { name: 'End', exact: true }).count()).toBe(0);
    });

    /** A policy in effect, in a new network. */
    const aStartedPolicy = async () => {
      const id = await aGovernedNetwork(exchange());
      const operator = exchange().as(OPERATOR);
      await eventually(() => succeed(operator.get(`/v1/networks/${id}/participants`)));
      const terms = { network_id: id, product_id: KYB_PRODUCT_ID, name: NAME };
      const started = { ...terms, active_on: new Date().toISOString() };
      const policy = await succeed(operator.post(POLICIES, started));
      return { policyId: String(policy['id']), networkId: id };
    };

    /** The same in a network that reviews changes. */
    const aReviewedPolicy = async () => {
      const started = await aStartedPolicy();
      const operator = exchange().as(OPERATOR);
      const reviewed = { policy_changes: 'reviewed' };
      await succeed(operator.put(`/v1/networks/${started.networkId}`, reviewed));
      return started;
    };

    const draftOf = (policyId: string) =>
      succeed(exchange().as(GOVERNOR).get(`${POLICIES}/${policyId}/draft`));

    test('a draft is compared while typing, kept, approved by a second account and published', async () => {
      const { policyId, networkId } = await aReviewedPolicy();
      const bank = await aFurnisherWithRecord(exchange(), networkId, 120);
      const address = `/furnishing-policies/${policyId}?network=${networkId}`;
      const author = await signIn(GOVERNOR, address);
      const { page } = author;
      await page.getByText('In this network a second account approves each change').waitFor();
      expect(await page.getByRole('button', { name: /^(Draft next|Plan start)/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'Draft a change' }).click();
      const compared = page.getByRole('region', { name: 'Compared with the rules in effect' });
      await compared.getByText('Equal').waitFor();
      await page.getByLabel('Maximum age of a verification in days').fill('90');
      const effect = compared.getByRole('table', { name: 'Effect of these changes' });
      await effect.getByText('A verification must be at most 90 days old.').waitFor();
      await page.getByLabel('Comment of a draft').fill('Old data was furnished');
      await page.reload();
      await page.getByText('Your unsaved changes are restored').waitFor();
      const days = page.getByLabel('Maximum age of a verification in days');
      expect(await days.inputValue()).toBe('90');
      expect(await page.getByRole('button', { name: /^Save as version/ }).count()).toBe(0);
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);
      await page.getByRole('button', { name: 'Save as a draft' }).click();
      await page.getByText('another account of a governor has to approve it').waitFor();
      const drafted = page.getByRole('table', { name: 'Effect of the draft' });
      await drafted.getByText('Narrower').first().waitFor();
      expect(await page.getByRole('button', { name: /^(Approve|Publish) the/ }).count()).toBe(0);
      await page.getByRole('button', { name: 'Simulate the draft' }).click();
      const decisions = page.getByRole('list', { name: 'Records by decision' });
      await decisions.getByText('1 refused').waitFor();
      const reasons = page.getByRole('table', { name: 'Refused records by reason' });
      await reasons.getByText('Too old').first().waitFor();
      const furnishers = page.getByRole('list', { name: 'Records by furnisher' });
      await furnishers.getByText(bank.organization).waitFor();
      await author.confirm('Submit for approval', NAME);
      const stated =
        'Of 1 record that the network accepted, the draft refuses 1, as its author states.';
      await page.getByText(stated).waitFor();
      await author.requireFaultless();
      await author.requireFit(390, 1024, 1440);

      const approver = await signIn(OPERATOR, address);
      await approver.page.getByText('Old data was furnished').waitFor();
      await approver.page.getByText(stated).waitFor();
      await approver.confirm('Approve the draft', NAME);
      await approver.page.getByText('Approved by').waitFor();
      await approver.requireFaultless();
      await approver.confirm('Publish the draft', NAME);
      await approver.page.getByText('No draft is open.').waitFor();
      const next = new URL(approver.page.url()).pathname.split('/').at(-1) ?? '';
      expect(next).not.toBe(policyId);
      const path = `${POLICIES}/${next}?network_id=${networkId}`;
      expect(await succeed(exchange().as(GOVERNOR).get(path))).toMatchObject({
        version: 2,
        active_on: expect.any(String),
        policy_metadata: { max_age_days: 90 },
      });
      await page.reload();
      await page.locator('main').getByText('Ended', { exact: true }).waitFor();
      expect(
        await page
          .locator('main')
          .getByRole('link', { name: /draft|change|Edit/i })
          .count(),
      ).toBe(0);
      await page.goto(
        `${exchange().url}/console/furnishing-policies/${policyId}/edit?network=${networkId}`,
      );
      await page.getByRole('link', { name: 'version 2' }).waitFor();
      await author.requireFaultless();
    });

    test('the end of a policy is a draft that is scheduled, and published without approval with a reason', async () => {
      const { policyId, networkId } = await aReviewedPolicy();
      const address = `/furnishing-policies/${policyId}?network=${networkId}`;
      const author = await signIn(GOVERNOR, address);
      await author.confirm('End', NAME);
      await author.page.getByText('another account of a governor has to approve it').waitFor();
      expect(await draftOf(policyId)).toMatchObject({ status: 'archived', base_version: 1 });
      await author.confirm('Submit for approval', NAME);

      const approver = await signIn(OPERATOR, address);
      const { page } = approver;
      await approver.confirm('Approve the draft', NAME);
      await page.getByText('Approved by').waitFor();
      await page.getByRole('button', { name: 'Publish at a time' }).click();
      const form = page.getByRole('dialog', { name: /^Publish at a time/ });
      await form.getByLabel('Publish at').fill('2199-01-01T00:00:00');
      await form.getByRole('button', { name: 'Schedule' }).click();
      await page.getByText('Scheduled by').waitFor();
      expect(await draftOf(policyId)).toMatchObject({
        schedule: { publish_at: expect.stringMatching(/^219/), failure: null },
      });
      await approver.requireFaultless();
      await approver.requireFit(390, 1024, 1440);
      await approver.confirm('Withdraw the schedule', NAME);
      await page.getByText('Scheduled by').waitFor({ state: 'hidden' });

      // Saved again by the other account, the draft has no approval.
      await page.getByRole('link', { name: 'Edit the draft' }).click();
      await page.getByLabel('Needs an attestation in force').check();
      await page.getByRole('button', { name: 'Save the draft' }).click();
      await page.getByRole('button', { name: 'Publish without approval' }).click();
      const dialog = page.getByRole('dialog', { name: 'Publish without approval' });
      await dialog.getByText('It raises an alert').waitFor();
      await dialog.getByLabel('Why it cannot wait').fill('Unattested data arrives');
      await approver.requireFaultless();
      await dialog.getByRole('button', { name: 'Publish without approval' }).click();
      await page.getByText('No draft is open.').waitFor();
      await page.getByText('must be in force').waitFor();
      await page.getByText('Published without approval', { exact: true }).waitFor();
      await page.getByText('Unattested data arrives').waitFor();
      await approver.requireFaultless();
    });

    test('what is typed survives a draft that somebody saved meanwhile', async () => {
      const { policyId, networkId } = await aReviewedPolicy();
      const address = `/furnishing-policies/${policyId}/edit?network=${networkId}`;
      const { page } = await signIn(GOVERNOR, address);
      const days = page.getByLabel('Maximum age of a verification in days');
      await days.fill('90');
      const other = { base_version: 1, policy_metadata: { max_age_days: 30 } };
      const operator = exchange().as(OPERATOR);
      await succeed(operator.put(`${POLICIES}/${policyId}/draft`, other));
      await page.getByRole('button', { name: 'Save as a draft' }).click();
      await page.getByRole('alert').getByText('The draft has changed in the meantime').waitFor();
      expect(await days.inputValue()).toBe('90');
      expect(await draftOf(policyId)).toMatchObject({ policy_metadata: { max_age_days: 30 } });
      await page.getByRole('button', { name: 'Apply my changes to the present draft' }).click();
      await page.getByRole('button', { name: 'Save the draft' }).click();
      await page.getByRole('link', { name: 'Edit the draft' }).waitFor();
      expect(await draftOf(policyId)).toMatchObject({ policy_metadata: { max_age_days: 90 } });
    });

    test('what is typed survives a session that has ended', async () => {
      const { policyId, networkId } = await aReviewedPolicy();
      const address = `/furnishing-policies/${policyId}/edit?network=${networkId}`;
      const { page } = await signIn(GOVERNOR, address);
      const days = page.getByLabel('Maximum age of a verification in days');
      await days.fill('45');
      await page.getByLabel('Comment of a draft').fill('Forty-five');
      await saveInEndedSession(page, days);
      expect(await days.inputValue()).toBe('45');
      expect(await page.getByLabel('Comment of a draft').inputValue()).toBe('Forty-five');
      await page.getByRole('button', { name: 'Discard my changes' }).click();
      expect(await days.inputValue()).toBe('');
    });

    test('an earlier version is restored as a draft, and a policy copied to another product', async () => {
      const { policyId, networkId } = await aStartedPolicy();
      const operator = exchange().as(OPERATOR);
      const draft = { base_version: 1, policy_metadata: { attestation_required: true } };
      const { digest } = await succeed(operator.put(`${POLICIES}/${policyId}/draft`, draft));
      const next = await succeed(
        operator.post(`${POLICIES}/${policyId}/draft/publish`, { digest }),
      );
      const id = String(next['id']);
      const address = `/furnishing-policies/${id}?network=${networkId}`;
      const governor = await signIn(GOVERNOR, address);
      const { page } = governor;
      const earlier = page.getByRole('table', { name: 'Earlier versions' });
      await earlier.getByText('nothing').waitFor();
      expect(await earlier.getByRole('row').count()).toBe(2);
      await earlier.getByRole('button', { name: 'Restore as a draft: version 1' }).click();
      const effect = page.getByRole('table', { name: 'Effect of the draft' });
      await effect.getByText('Wider').first().waitFor();
      expect(await page.getByRole('button', { name: 'Restore as a draft' }).count()).toBe(0);
      expect(await draftOf(id)).toMatchObject({
        base_version: 2,
        comment: 'Restores version 1',
        policy_metadata: { attestation_required: false, max_age_days: null },
      });
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);

      await page.getByRole('button', { name: 'Copy', exact: true }).click();
      const form = page.getByRole('dialog', { name: `Copy: ${NAME}` });
      await form.getByLabel('Product').selectOption('Total consumer liabilities');
      await form.getByLabel('Name').fill('Attested liabilities');
      await governor.requireFaultless();
      await form.getByRole('button', { name: 'Create draft' }).click();
      await governor.heading('Attested liabilities');
      await page.locator('main').getByText('must be in force').waitFor();
      const copied = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const path = `${POLICIES}/${copied}?network_id=${networkId}`;
      expect(await succeed(exchange().as(GOVERNOR).get(path))).toMatchObject({
        ...{ version: 1, active_on: null },
        policy_metadata: { attestation_required: true },
      });
    });

    test('another role reads a policy and is not offered changes, which the server refuses', async () => {
      const input = {
        product_id: KYB_PRODUCT_ID,
        network_id: DEMO_NETWORK.id,
        name: `draft ${randomUUID()}`,
      };
      const { id } = await succeed(exchange().as(GOVERNOR).post(POLICIES, input));
      const address = `/furnishing-policies/${String(id)}`;
      const officer = await signIn(COMPLIANCE_OFFICER, `${address}?network=${DEMO_NETWORK.id}`);
      const { page } = officer;
      await officer.heading(input.name);
      await page.getByText('No field is required').waitFor();
      expect(
        await page
          .locator('main')
          .getByRole('button', { name: /^(?!Copy)/ })
          .count(),
      ).toBe(0);
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      await officer.requireFaultless();
      await page.goto(`${exchange().url}/console${address}/edit?network=${DEMO_NETWORK.id}`);
      await page.getByText('Your account may not edit policies').waitFor();
      expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
      const client = exchange().as(COMPLIANCE_OFFICER);
      for (const answer of [
        await client.post(POLICIES, input),
        await client.put(`${POLICIES}/${String(id)}/configuration`, { name: 'other' }),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { detail: 'Not enough permissions' } });
      }
    });
  });
}
