import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { COMPLIANCE_OFFICER, GOVERNOR } from '@ndx/tools/network/demo-people';
import { DEMO_NETWORK, OPERATOR } from '@ndx/tools/network/demo-network';
import type { Locator, Page } from 'playwright-core';
import { aPolicy, IDENTITY, KYB_PRODUCT_ID } from '../harness/business.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { aGovernedNetwork, aParticipant, succeed } from '../harness/participant.js';

const POLICIES = '/v1/networks/policies/querying';

/** The tasks of a governor in a browser: policies, members and accounts. */
export function consoleGovernorSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('the console for governors', () => {
    let networkId: string;

    beforeAll(async () => {
      networkId = await aGovernedNetwork(exchange());
    });

    test('a policy is drafted, published and enforced, and its versions are compared in words', async () => {
      const governor = await signIn(GOVERNOR, `/policies?network=${networkId}`);
      const { page } = governor;
      await page.getByText('Queries use the built-in default').waitFor();
      await page.getByRole('button', { name: 'New policy' }).click();
      const form = page.getByRole('dialog', { name: 'New policy' });
      await form.getByLabel('Product').selectOption('KYB certificate');
      await form.getByLabel('Name').fill('Attested identity');
      await governor.requireFaultless();
      await form.getByRole('button', { name: 'Create draft' }).click();
      await governor.heading('Edit Attested identity');
      await page.getByLabel('Needs an attestation in force').first().check();
      await page.getByLabel('Maximum age in days').first().fill('365');
      await page.getByLabel('Accepted values of Business entity type').fill('corporation');
      await governor.requireFaultless();
      await page.getByRole('button', { name: 'Save as version 2' }).click();
      const differences = page.getByRole('table', { name: 'Differences' });
      await differences.waitFor();
      const first = await differences.innerText();
      for (const sentence of [
        `An answer needs an attestation of the furnisher for the section ${IDENTITY}.`,
        `An answer needs a record of at most 365 days for the section ${IDENTITY}.`,
        `Before: An answer can use a record of any age for the section ${IDENTITY}.`,
        `An answer needs a record with "corporation" as ${IDENTITY}.business_entity_type.`,
      ]) {
        expect(first).toContain(sentence);
      }
      expect(first).not.toContain('Wider');
      await governor.requireFaultless();
      for (const [action, badge] of [
        ['Publish', 'Published'],
        ['Make default', 'Default'],
        ['Enforce', 'Enforced'],
      ] as const) {
        await governor.confirm(action, 'Attested identity');
        await page.locator('main dl').getByText(badge, { exact: true }).waitFor();
      }
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const saved = await succeed(exchange().as(GOVERNOR).get(`${POLICIES}/${id}`));
      expect(saved).toMatchObject({
        version: 5,
        status: 'published',
        is_default: true,
        enforced: true,
        model_selections: [
          {
            attestation_required: true,
            max_age_days: 365,
            field_selections: [
              { field_name: 'business_entity_type', accepted_values: ['corporation'] },
            ],
          },
        ],
      });
      await page.getByLabel('Compare with').selectOption('Version 1');
      await page.getByRole('heading', { name: 'From version 1 to version 5' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { name: 'From version 1 to version 5' }).waitFor();
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('Accepted values of Business entity type').fill('');
      await page.getByRole('button', { name: 'Save as version 6' }).click();
      await differences.getByText('Wider').first().waitFor();
      await page
        .getByRole('table', { name: /^Fields of Business identity/ })
        .first()
        .waitFor();
      await governor.requireFaultless();
    });

    test('sources and purposes are selected, compared in words, and published', async () => {
      const one = await aParticipant(exchange(), networkId, 'furnisher');
      const other = await aParticipant(exchange(), networkId, 'furnisher');
      const { organization: first } = one;
      const { organization: second } = other;
      const name = `sources ${randomUUID()}`;
      const input = { network_id: networkId, product_id: KYB_PRODUCT_ID, name };
      const { id } = await succeed(exchange().as(GOVERNOR).post(POLICIES, input));
      const governor = await signIn(GOVERNOR, `/policies/${String(id)}/edit?network=${networkId}`);
      const { page } = governor;
      const purposes = page.getByRole('combobox', { name: 'Permissible purposes' });
      const sources = page.getByRole('combobox', { name: 'Sources, in the order' }).first();
      const fieldSources = page.getByRole('combobox', { name: 'Sources of Business entity type' });
      await choose(page, purposes, 'Customer due diligence', 'Court order');
      await choose(page, sources, second, first);
      await choose(page, fieldSources, first);
      await governor.requireFaultless();
      await governor.requireFit(360, 1920);
      await page.getByRole('button', { name: 'Save as version 2' }).click();
      const differences = page.getByRole('table', { name: 'Differences' });
      await differences.waitFor();
      await differences.getByText(second).first().waitFor();
      const rows = await differences.getByRole('row').allInnerTexts();
      expect(rows.slice(1).map((row) => row.split(/[\t\n]+/).map((cell) => cell.trim()))).toEqual([
        [
          'Permissible purposes',
          'Narrower',
          'A query without a consent needs the purpose court_order or customer_due_diligence.',
          'Before: A query without a consent can have any permissible purpose.',
        ],
        [
          'Business identity verification',
          'Narrower',
          `An answer needs a record of ${second} or ${first} for the section ${IDENTITY}, in this order of preference.`,
          `Before: An answer can use a record of any furnisher for the section ${IDENTITY}.`,
        ],
        [
          'Business identity verification · Business entity type',
          'Narrower',
          `An answer can have ${IDENTITY}.business_entity_type of ${first} alone.`,
          `Before: An answer can have ${IDENTITY}.business_entity_type of any furnisher.`,
        ],
      ]);
      await page.getByText('A query needs a consent in force, or a purpose: Court').waitFor();
      await governor.requireFaultless();
      await governor.confirm('Publish', name);
      await page.locator('main').getByText('Published', { exact: true }).waitFor();
      const saved = await succeed(
        exchange()
          .as(GOVERNOR)
          .get(`${POLICIES}/${String(id)}`),
      );
      expect(saved).toMatchObject({
        status: 'published',
        consent: 'permissible_purpose',
        permissible_purposes: ['court_order', 'customer_due_diligence'],
        model_selections: [
          {
            model_name: 'business_identity_verification',
            selected_provenance_option_ids: [other.entityId, one.entityId],
            field_selections: [
              {
                field_name: 'business_entity_type',
                selected_provenance_option_ids: [one.entityId],
              },
            ],
          },
        ],
      });
      await page.getByRole('link', { name: 'Edit' }).click();
      await page.getByLabel('A query needs').selectOption('A consent of the subject in force');
      expect(await purposes.isDisabled()).toBe(true);
      await sources.press('Backspace');
      await page.getByRole('button', { name: 'Save as version 4' }).click();
      await differences.getByText('A query needs a recorded consent.').waitFor();
      await differences
        .getByText(`An answer needs a record of ${second} for the section`)
        .waitFor();
    });

    test('a change of a policy that somebody else changed is rejected with advice', async () => {
      const id = await aPolicy(exchange(), {});
      const governor = await signIn(GOVERNOR, `/policies/${id}?network=${DEMO_NETWORK.id}`);
      const { page } = governor;
      await page.getByRole('button', { name: 'Archive' }).click();
      const path = `${POLICIES}/${id}/configuration`;
      await succeed(
        exchange()
          .as(GOVERNOR)
          .put(path, { name: `other ${randomUUID()}` }),
      );
      await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
      const alert = page.getByRole('alert');
      await alert.getByText('Changed in the meantime').waitFor();
      expect(await alert.innerText()).toMatch(/Request id\s+[0-9a-f-]{36}/);
    });

    test('a policy that somebody else changed is read again when its window gets the focus', async () => {
      const id = await aPolicy(exchange(), {});
      const governor = await signIn(GOVERNOR, `/policies/${id}?network=${DEMO_NETWORK.id}`);
      const { page } = governor;
      await page.getByRole('button', { name: 'Archive' }).waitFor();
      await governor.settled();
      const name = `other ${randomUUID()}`;
      const path = `${POLICIES}/${id}/configuration`;
      await succeed(exchange().as(GOVERNOR).put(path, { name }));
      await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
      await governor.heading(name);
      await governor.requireFaultless();
    });

    test('an institution is registered, its roles are changed, and an account with a generated user id is suspended', async () => {
      const governor = await signIn(GOVERNOR, `/members?network=${networkId}`);
      const { page } = governor;
      const organization = `bank-${randomUUID()}`;
      const user = randomUUID();
      const email = 'jordan.avery@bank.example.com';
      await page.getByRole('button', { name: 'Register institution' }).click();
      const form = page.getByRole('dialog', { name: 'Register an institution' });
      await form.getByLabel('Name').fill('Console Savings Bank');
      await form.getByLabel('Organization').fill(organization);
      await governor.requireFaultless();
      await form.getByRole('button', { name: 'Register' }).click();
      const row = page.getByRole('row').filter({ hasText: organization });
      await row.getByText('Furnisher').waitFor();
      await row.getByRole('button', { name: 'Change the roles' }).click();
      const roles = page.getByRole('dialog', { name: 'Roles of Console Savings Bank' });
      await roles.getByLabel('Querier').check();
      await roles.getByRole('button', { name: 'Save' }).click();
      await row.getByText('Querier').waitFor();
      await governor.requireFaultless();
      await row.getByRole('link', { name: 'Console Savings Bank' }).click();
      await governor.heading('Console Savings Bank');
      await page.getByText('Until the institution has an account').waitFor();
      await page.getByRole('button', { name: 'Add account' }).click();
      const account = page.getByRole('dialog', { name: 'Add an account' });
      await account.getByLabel('User').fill(user);
      await account.getByLabel('Email').fill(email);
      await account.getByRole('button', { name: 'Add' }).click();
      await page.getByRole('cell', { name: user }).waitFor();
      await page.getByRole('button', { name: `Suspend ${email}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
      await page.getByRole('table', { name: 'Accounts' }).getByText('Suspended').waitFor();
      await governor.requireFaultless();
    });

    test('roles that another window changed are shown, and changed again', async () => {
      const organization = `bank-${randomUUID()}`;
      const body = { name: `Roles ${organization}`, org_id: organization, roles: ['furnisher'] };
      const institutions = `/v1/networks/${networkId}/institutions`;
      await succeed(exchange().as(GOVERNOR).post(institutions, body));
      const open = async () => {
        const governor = await signIn(GOVERNOR, `/members?network=${networkId}`);
        const row = governor.page.getByRole('row').filter({ hasText: organization });
        await row.getByRole('button', { name: 'Change the roles' }).click();
        const form = governor.page.getByRole('dialog', { name: `Roles of ${body.name}` });
        return { governor, row, form, save: form.getByRole('button', { name: 'Save' }) };
      };
      const [first, other] = [await open(), await open()];
      await other.form.getByLabel('Furnisher').uncheck();
      await other.form.getByLabel('Querier').check();
      await other.save.click();
      await other.form.waitFor({ state: 'hidden' });

      await first.save.click();
      await first.form.getByRole('alert').getByText('Changed in the meantime').waitFor();
      expect(await first.form.getByLabel('Furnisher').isChecked()).toBe(false);
      expect(await first.form.getByLabel('Querier').isChecked()).toBe(true);
      await first.governor.requireFit(390, 1024, 1440);
      await first.form.getByLabel('Governor').check();
      await first.save.click();
      await first.form.waitFor({ state: 'hidden' });
      await first.row.getByText('Governor').waitFor();
      await first.row.getByText('Querier').waitFor();
      expect(await first.row.getByText('Furnisher').count()).toBe(0);
    });

    test('a client of the institution is registered and removed', async () => {
      const governor = await signIn(OPERATOR, `/institutions/${OPERATOR.entityId}`);
      const { page } = governor;
      const name = `Robot ${randomUUID()}`;
      await page.getByRole('button', { name: 'Register client' }).click();
      const form = page.getByRole('dialog', { name: 'Register a client' });
      await form.getByLabel('Name').fill(name);
      await form.getByLabel('Client id').fill('console-robot');
      await form.getByLabel('User').fill(name);
      await choose(page, form.getByRole('combobox', { name: 'Permissions' }), 'policy:read');
      await form.getByLabel('Addresses').fill('192.0.2.0/24, 2001:db8::/32');
      await governor.requireFaultless();
      await form.getByRole('button', { name: 'Register', exact: true }).click();
      const row = page
        .getByRole('table', { name: 'Clients' })
        .getByRole('row')
        .filter({ hasText: name });
      await row.getByText('192.0.2.0/24, 2001:db8::/32').waitFor();
      await row.getByText('policy:read').waitFor();
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);
      await row.getByRole('button', { name: `Remove ${name}` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await row.waitFor({ state: 'detached' });
    });

    test('what is typed in a dialog survives a reload and an ended session, until it is submitted', async () => {
      const governor = await signIn(GOVERNOR, `/members?network=${networkId}`);
      const { page } = governor;
      const organization = `bank-${randomUUID()}`;
      const form = page.getByRole('dialog', { name: 'Register an institution' });
      const name = form.getByLabel('Name');
      const openForm = () => page.getByRole('button', { name: 'Register institution' }).click();
      await openForm();
      await name.fill('Kept Bank');
      await form.getByLabel('Querier').check();
      await page.keyboard.press('Escape');
      await form.waitFor({ state: 'hidden' });
      await page.reload();
      await openForm();
      await form.getByText('Your unsaved changes are restored').waitFor();
      expect(await name.inputValue()).toBe('Kept Bank');
      expect(await form.getByLabel('Querier').isChecked()).toBe(true);
      await governor.requireFaultless();
      await governor.requireFit(390, 1024, 1440);

      await form.getByLabel('Organization').fill(organization);
      const detail = 'the token has expired';
      await page.route('**/institutions', (route) =>
        route.fulfill({ status: 401, json: { detail } }),
      );
      await form.getByRole('button', { name: 'Register' }).click();
      await form.getByText(detail).waitFor();
      await page.unrouteAll();
      await form.getByRole('button', { name: 'Sign in' }).click();
      await openForm();
      expect(await form.getByLabel('Organization').inputValue()).toBe(organization);
      await form.getByRole('button', { name: 'Register' }).click();
      await page.getByRole('row').filter({ hasText: organization }).waitFor();
      await form.waitFor({ state: 'hidden' });

      await openForm();
      expect(await name.inputValue()).toBe('');
      expect(await form.getByLabel('Querier').isChecked()).toBe(false);
      expect(await form.getByText('Your unsaved changes are restored').count()).toBe(0);
      await name.fill('Discarded Bank');
      await page.reload();
      await openForm();
      await form.getByRole('button', { name: 'Discard my changes' }).click();
      expect(await name.inputValue()).toBe('');
      await page.reload();
      await openForm();
      expect(await name.inputValue()).toBe('');
    });

    test('the deadlines of disputes and the rules for institutions that leave and for clients are changed', async () => {
      const governor = await signIn(GOVERNOR, `/members?network=${networkId}`);
      const { page } = governor;
      await page.getByText('5 business days').waitFor();
      await page.getByRole('button', { name: 'Change the terms' }).click();
      const terms = page.getByRole('dialog', { name: 'Terms of the network' });
      await terms.getByLabel('Days to acknowledge').fill('1');
      await terms.getByLabel('Days to decide').fill('10');
      await terms.getByLabel('Records of institutions that left').selectOption('Used by queries');
      await terms.getByLabel('Tokens of registered clients').selectOption('Bound to a key');
      await governor.requireFaultless();
      await terms.getByRole('button', { name: 'Save' }).click();
      await page.getByText('1 business day', { exact: true }).waitFor();
      await page.getByText('10 days', { exact: true }).waitFor();
      await page.locator('dd').getByText('Used by queries', { exact: true }).waitFor();
      await page.locator('dd').getByText('Bound to a key', { exact: true }).waitFor();
      await governor.requireFit(390, 1024, 1440);
      const saved = await succeed(exchange().as(GOVERNOR).get(`/v1/networks/${networkId}`));
      expect(saved).toMatchObject({
        dispute_acknowledge_days: 1,
        records_of_leavers: 'keep',
        client_token_binding: 'required',
      });
    });

    test('terms that another window changed are shown, and changed again', async () => {
      const governor = exchange().as(GOVERNOR);
      const { network_id } = await succeed(
        governor.post('/v1/networks', { name: `terms ${randomUUID()}` }),
      );
      const id = String(network_id);
      const open = async () => {
        const user = await signIn(GOVERNOR, `/members?network=${id}`);
        await user.page.getByRole('button', { name: 'Change the terms' }).click();
        const form = user.page.getByRole('dialog', { name: 'Terms of the network' });
        return { user, form, save: form.getByRole('button', { name: 'Save' }) };
      };
      const [first, other] = [await open(), await open()];
      await first.form.getByLabel('Days to decide').fill('20');
      await other.form.getByLabel('Days to acknowledge').fill('2');
      await other.save.click();
      await other.form.waitFor({ state: 'hidden' });

      await first.save.click();
      await first.form.getByRole('alert').getByText('Changed in the meantime').waitFor();
      expect(await first.form.getByLabel('Days to acknowledge').inputValue()).toBe('2');
      expect(await first.form.getByLabel('Days to decide').inputValue()).toBe('20');
      await first.user.requireFit(390, 1024, 1440);
      await first.save.click();
      await first.form.waitFor({ state: 'hidden' });
      expect(await succeed(governor.get(`/v1/networks/${id}`))).toMatchObject({
        dispute_acknowledge_days: 2,
        dispute_decide_days: 20,
        revision: 2,
      });
    });

    test('another role is not offered edits of policies, which the server rejects', async () => {
      const id = await aPolicy(exchange(), {});
      const officer = await signIn(COMPLIANCE_OFFICER, `/policies/${id}`);
      const { page } = officer;
      await page.getByRole('heading', { name: /^What version/ }).waitFor();
      expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Archive' }).count()).toBe(0);
      await page.goto(`${exchange().url}/console/policies/${id}/edit`);
      await page.getByText('Your account may not edit policies').waitFor();
      expect(await page.getByRole('button', { name: /^Save/ }).count()).toBe(0);
      const answer = await exchange()
        .as(COMPLIANCE_OFFICER)
        .put(`${POLICIES}/${id}/configuration`, { status: 'archived' });
      expect(answer).toMatchObject({ status: 403, body: { detail: 'Not enough permissions' } });
    });
  });
}

/** Selects options of a list, with the keyboard. */
async function choose(page: Page, list: Locator, ...options: readonly string[]): Promise<void> {
  for (const option of options) {
    await list.fill(option);
    await page.getByRole('option', { name: option }).waitFor();
    await list.press('ArrowDown');
    await list.press('Enter');
  }
  await list.press('Escape');
}
