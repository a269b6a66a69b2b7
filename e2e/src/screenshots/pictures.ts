import { DEMO_NETWORK, FIRST_BANK, SYSTEM_OPERATOR } from '@ndx/tools/network/demo-network';
import {
  AUDITOR,
  BILLING,
  COMPLIANCE_OFFICER,
  FURNISHER_COMPLIANCE_OFFICER,
  GOVERNOR,
  INTEGRATOR,
} from '@ndx/tools/network/demo-people';
import type { Page } from 'playwright-core';

/** A view of the console that docs/console.md shows. */
export interface Picture {
  /** The name of the file in docs/images, without the width. */
  readonly name: string;
  readonly by: { readonly account: string };
  readonly path: string;
  /** Light by default. */
  readonly colors?: 'dark';
  /** What the person does before the picture. */
  readonly act?: (page: Page) => Promise<void>;
}

const inDemoNetwork = (path: string) => `${path}?network=${DEMO_NETWORK.id}`;

/** Opens the first link in the table of a list. */
const openFirst = (page: Page) => page.getByRole('table').getByRole('link').first().click();

const openFirstSubject = async (page: Page) => {
  await openFirst(page);
  await page.getByRole('table', { name: 'Consents' }).waitFor();
};

const openPolicy = (page: Page) =>
  page.getByRole('link', { name: 'Attested corporations' }).click();

const openStatementLine = async (page: Page) => {
  const statement = page.getByRole('table', { name: 'Statement' });
  await statement.getByRole('row').filter({ hasText: '200 Result' }).getByRole('link').click();
  await page.getByRole('table', { name: 'Queries of the line' }).waitFor();
};

export const PICTURES: readonly Picture[] = [
  { name: 'home', by: GOVERNOR, path: inDemoNetwork('/') },
  { name: 'queries', by: GOVERNOR, path: inDemoNetwork('/queries') },
  {
    name: 'explanation',
    by: GOVERNOR,
    path: `${inDemoNetwork('/queries')}&outcome=no_result`,
    act: openFirst,
  },
  { name: 'network-map', by: GOVERNOR, path: inDemoNetwork('/network-map') },
  {
    name: 'policy',
    by: GOVERNOR,
    path: inDemoNetwork('/policies'),
    act: async (page) => {
      await openPolicy(page);
      await page.getByLabel('Compare with').selectOption('Version 2');
      await page.getByRole('table', { name: 'Differences' }).waitFor();
    },
  },
  { name: 'members', by: GOVERNOR, path: inDemoNetwork('/members') },
  {
    name: 'identity-conflict',
    by: GOVERNOR,
    path: inDemoNetwork('/identity-conflicts'),
    act: async (page) => {
      await openFirst(page);
      await page.getByRole('heading', { name: 'What institutions stated' }).waitFor();
    },
  },
  {
    name: 'audit-log',
    by: AUDITOR,
    path: inDemoNetwork('/audit-log'),
    act: async (page) => {
      // The whole log of one service is verified.
      await page.getByLabel('Service').selectOption('policy');
      await page.getByRole('button', { name: 'Verify the log' }).click();
      await page.getByText(/^Verified through entry/).waitFor();
    },
  },
  {
    name: 'subject',
    by: COMPLIANCE_OFFICER,
    path: inDemoNetwork('/subjects'),
    act: openFirstSubject,
  },
  {
    name: 'consent',
    by: COMPLIANCE_OFFICER,
    path: inDemoNetwork('/subjects'),
    act: async (page) => {
      await openFirstSubject(page);
      await page.getByRole('table', { name: 'Consents' }).getByRole('link').first().click();
      await page.getByText(/^Verified: /).waitFor();
    },
  },
  {
    name: 'attestations',
    by: FURNISHER_COMPLIANCE_OFFICER,
    path: inDemoNetwork('/attestations'),
  },
  { name: 'record-uses', by: FURNISHER_COMPLIANCE_OFFICER, path: inDemoNetwork('/record-uses') },
  { name: 'tour', by: INTEGRATOR, path: inDemoNetwork('/tour') },
  { name: 'coverage', by: INTEGRATOR, path: inDemoNetwork('/coverage') },
  { name: 'dry-run', by: FIRST_BANK, path: inDemoNetwork('/dry-run') },
  { name: 'usage', by: BILLING, path: inDemoNetwork('/usage'), act: openStatementLine },
  {
    name: 'evidence',
    by: BILLING,
    path: inDemoNetwork('/usage'),
    act: async (page) => {
      await openStatementLine(page);
      await page
        .getByRole('link', { name: /^Evidence of/ })
        .first()
        .click();
      await page.getByRole('table', { name: 'Audit entries' }).waitFor();
    },
  },
  { name: 'services', by: SYSTEM_OPERATOR, path: '/services' },
  {
    name: 'explanation-dark',
    by: GOVERNOR,
    path: `${inDemoNetwork('/queries')}&outcome=no_result`,
    colors: 'dark',
    act: openFirst,
  },
];
