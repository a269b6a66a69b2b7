import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  OPERATOR,
  QUERYING_BANK,
  SANDBOX_NETWORK,
  SECOND_BANK,
  SYSTEM_OPERATOR,
  UNATTESTED_BANK,
} from '@ndx/tools/network/demo-network';
import {
  AUDITOR,
  BILLING,
  COMPLIANCE_OFFICER,
  DEMO_PEOPLE,
  FURNISHER_COMPLIANCE_OFFICER,
  GOVERNOR,
  INTEGRATOR,
} from '@ndx/tools/network/demo-people';
import { DEMO_ACCOUNTS, NEWCOMER } from '@ndx/tools/network/identity-account';
import { fillSandbox } from '@ndx/tools/sandbox/fill-sandbox';
import { sandboxParties } from '@ndx/tools/sandbox/sandbox-parties';
import type { Locator, Page } from 'playwright-core';
import { requireAccessibleColors } from '../harness/accessibility.js';
import { QUERY, TestBusiness } from '../harness/business.js';
import { aBusinessOfTwo } from '../harness/business-of-two.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

/** The ids that the accounts work with. */
interface Ids {
  readonly business: string;
  readonly dispute: string;
  readonly query: string;
}

/** An action of an account, with a wrong value at first. */
interface Work {
  readonly account: string;
  readonly path: (ids: Ids) => string;
  /** The button that opens the form as a dialog; without one the form is in the page. */
  readonly opens?: string;
  /** Fields with right values, by their labels. */
  readonly also?: Readonly<Record<string, string>>;
  /** Lists and their selected options. */
  readonly selects?: Readonly<Record<string, string>>;
  readonly checks?: string;
  readonly field: string;
  readonly wrong: string;
  /** What the field then says. */
  readonly says: string;
  readonly right: (ids: Ids) => string;
  readonly submit: string;
  /** What the page shows after the action; by default the dialog closes. */
  readonly done?: (page: Page) => Locator;
}

const TOO_LONG = 'x'.repeat(201);
const LONGEST = 'Must be shorter than or equal to 200 characters.';
const heading = (name: string) => (page: Page) => page.getByRole('heading', { level: 1, name });

/** A row for each account of the sign-in page that the network knows. */
const WORK: readonly Work[] = [
  {
    account: GOVERNOR.account,
    path: () => `/members?network=${DEMO_NETWORK.id}`,
    opens: 'Register institution',
    also: { Organization: randomUUID() },
    field: 'Name',
    wrong: TOO_LONG,
    says: LONGEST,
    right: () => 'Bank of the Governor',
    submit: 'Register',
    done: (page) => page.getByRole('cell', { name: 'Bank of the Governor' }).first(),
  },
  {
    account: AUDITOR.account,
    path: () => `/audit-log?network=${DEMO_NETWORK.id}`,
    field: 'Related id',
    wrong: 'First Demo Bank',
    says: 'Must be a UUID.',
    right: () => FIRST_BANK.entityId,
    submit: 'Filter',
    done: (page) => page.getByText(/^\d+ entries.* \(filtered\)$/),
  },
  {
    account: COMPLIANCE_OFFICER.account,
    path: () => `/consents?network=${DEMO_NETWORK.id}`,
    opens: 'Record a consent',
    also: {
      'Legal name': 'Bakery of the Officer',
      'Registration in this jurisdiction': randomUUID().slice(0, 18),
    },
    checks: 'The business has given this consent',
    field: 'Jurisdiction of formation',
    wrong: 'Atlantis',
    says: 'Must be an ISO 3166-2 code such as US-DE',
    right: () => 'US-VT',
    submit: 'Record',
    done: heading('Consent of a business'),
  },
  {
    account: FURNISHER_COMPLIANCE_OFFICER.account,
    path: () => '/attestations',
    opens: 'Attest',
    also: { 'Signed by': 'Jordan Avery', Statement: 'It is true.' },
    selects: { Product: 'KYB certificate' },
    field: 'Title',
    wrong: TOO_LONG,
    says: LONGEST,
    right: () => 'Head of compliance',
    submit: 'Attest for 12 months',
  },
  {
    account: INTEGRATOR.account,
    path: () => '/notice-endpoints',
    opens: 'New endpoint',
    also: { Note: 'Of the integrator' },
    field: 'Days',
    wrong: '100000',
    says: 'Must not be greater than',
    right: () => '30',
    submit: 'Create',
  },
  {
    account: BILLING.account,
    path: () => `/queries?network=${DEMO_NETWORK.id}`,
    field: 'Explain a response',
    wrong: randomUUID(),
    says: 'No query that you may read has this X-Ref-Id or request id.',
    right: ({ query }) => query,
    submit: 'Explain',
    done: heading('KYB certificate query'),
  },
  {
    account: SYSTEM_OPERATOR.account,
    path: () => '/request-traces',
    field: 'Request id',
    wrong: 'two words',
    says: 'Paste the value of the X-Request-Id header of a response.',
    right: () => 'req-7f3a',
    submit: 'Show the path',
    done: heading('Path of a request'),
  },
  {
    account: OPERATOR.account,
    path: () => `/members?network=${DEMO_NETWORK.id}`,
    opens: 'Change the terms',
    also: { 'Days to acknowledge a dispute': '5' },
    field: 'Days to decide a dispute',
    wrong: '5000',
    says: 'Must not be greater than',
    right: () => '30',
    submit: 'Save',
  },
  {
    account: FIRST_BANK.account,
    path: ({ dispute }) => `/disputes/${dispute}`,
    opens: 'Decide',
    selects: { Reason: 'Insufficient information' },
    field: 'Explanation',
    wrong: '   ',
    says: 'Must not be blank.',
    right: () => 'No document was named',
    submit: 'Decide',
    done: (page) => page.getByText('No document was named').first(),
  },
  {
    account: SECOND_BANK.account,
    path: () => '/attestations',
    opens: 'Attest',
    also: { Title: 'Head of compliance', Statement: 'It is true.' },
    selects: { Product: 'KYB certificate' },
    field: 'Signed by',
    wrong: 'Jordan\u200bAvery',
    says: 'Must not hold control, bidirectional or invisible characters',
    right: () => 'Jordan Avery',
    submit: 'Attest for 12 months',
  },
  {
    account: QUERYING_BANK.account,
    path: () => `/coverage?network=${DEMO_NETWORK.id}&subject=business`,
    field: 'Business id',
    wrong: 'Acme Inc',
    says: 'Must be a UUID.',
    right: ({ business }) => business,
    submit: 'Check',
    done: (page) => page.getByText(/A query would/),
  },
  {
    account: UNATTESTED_BANK.account,
    path: () => `/documents?network=${SANDBOX_NETWORK.id}`,
    field: 'Document',
    wrong: '',
    says: 'Must not be less than 1.',
    right: () => '%PDF-1.7',
    submit: 'Upload',
    done: (page) => page.getByText('The document is ready'),
  },
];

/** Each kind of account in a browser, with an action of its work and a wrong input. */
export function consoleAccountsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('an action of each account', () => {
    let ids: Ids;

    beforeAll(async () => {
      await fillSandbox(sandboxParties((institution) => exchange().as(institution)));
      ids = await idsOf(exchange());
    });

    test('is in the table', () => {
      const known = DEMO_ACCOUNTS.map(({ name }) => name).filter((name) => name !== NEWCOMER.name);
      expect(WORK.map(({ account }) => account).toSorted()).toEqual(known.toSorted());
      expect(known).toEqual(expect.arrayContaining(DEMO_PEOPLE.map(({ account }) => account)));
    });

    test.each(WORK)(
      'of $account ($submit): a wrong input is explained at its field, and nothing typed is lost',
      async ({ account, path, opens, also = {}, selects = {}, checks, ...work }) => {
        const { field, wrong, says, right, submit, done } = work;
        const { page } = await signIn({ account }, path(ids));
        if (opens !== undefined) await page.getByRole('button', { name: opens }).first().click();
        const form = opens === undefined ? page.locator('main') : page.getByRole('dialog');
        const send = form.getByRole('button', { name: submit, exact: true });
        const input = fieldOf(form, field);
        for (const [label, value] of Object.entries(also)) await fieldOf(form, label).fill(value);
        for (const [label, option] of Object.entries(selects)) {
          await fieldOf(form, label).selectOption(option);
        }
        if (checks !== undefined) await fieldOf(form, checks).check();
        await enter(input, wrong);
        await send.click();
        await form.getByText(says).first().waitFor();
        expect(await descriptionOf(input)).toContain(says);
        expect(await input.getAttribute('aria-invalid')).toBe('true');
        await requireAccessibleColors(page);
        for (const [label, value] of Object.entries(also)) {
          expect(await fieldOf(form, label).inputValue()).toBe(value);
        }
        for (const [label, option] of Object.entries(selects)) {
          const selected = fieldOf(form, label).locator('option:checked');
          expect(await selected.textContent()).toBe(option);
        }
        if (checks !== undefined) expect(await fieldOf(form, checks).isChecked()).toBe(true);
        if (!(await isOfFile(input))) expect(await input.inputValue()).toBe(wrong);

        await enter(input, right(ids));
        await send.click();
        await (done ? done(page).waitFor() : form.waitFor({ state: 'hidden' }));
      },
    );
  });
}

/** A field by its label, without the mark of a required one. */
function fieldOf(form: Locator, label: string): Locator {
  const name = label.replaceAll(/[()]/g, '\\$&');
  return form.getByLabel(new RegExp(`^${name}( \\*)?$`)).last();
}

async function enter(input: Locator, value: string): Promise<void> {
  if (await isOfFile(input)) await select(input, value);
  else await input.fill(value);
}

/** The console has a button in the place of the input of a file. */
async function isOfFile(input: Locator): Promise<boolean> {
  return (await input.getAttribute('type')) === 'button';
}

async function select(input: Locator, content: string): Promise<void> {
  const chooser = input.page().waitForEvent('filechooser');
  await input.click();
  const buffer = Buffer.from(content);
  await (await chooser).setFiles({ name: 'formation.pdf', mimeType: 'application/pdf', buffer });
}

/** What a screen reader reads after the name of a field. */
async function descriptionOf(input: Locator): Promise<string> {
  const ids = (await input.getAttribute('aria-describedby')) ?? '';
  const texts = ids
    .split(' ')
    .filter(Boolean)
    .map((id) => input.page().locator(`[id="${id}"]`).innerText());
  return (await Promise.all(texts)).join(' ');
}

async function idsOf(exchange: Exchange): Promise<Ids> {
  const { record_id } = await aBusinessOfTwo(exchange.as(FIRST_BANK), DEMO_NETWORK.id);
  const querier = exchange.as(QUERYING_BANK);
  const dispute = await succeed(
    querier.post(`/v1/records/${record_id}/disputes`, {
      ...{ model_name: 'business_identity_verification', field_name: 'business_entity_type' },
      ...{ reason: 'wrong_value', reason_text: 'The registry lists a trust' },
      on_behalf_of_subject: true,
    }),
  );
  const business = new TestBusiness(exchange);
  const consent_id = await business.consent();
  const { headers } = await querier.post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id });
  const consent = await succeed(querier.get(`/v1/consent/business/${consent_id}`));
  return {
    business: String(consent['business_id']),
    dispute: String(dispute['dispute_id']),
    query: headers.get('x-ref-id') ?? '',
  };
}
