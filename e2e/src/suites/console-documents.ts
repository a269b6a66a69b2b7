import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import type { UploadedDocument } from '@ndx/client';
import { FIRST_BANK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { Page, Route } from 'playwright-core';
import { requireAccessibleColors } from '../harness/accessibility.js';
import { IDENTITY, isIssued, queryUntil, TestBusiness } from '../harness/business.js';
import type { ConsoleUser } from '../harness/console-user.js';
import type { ConsoleSessions } from '../harness/console-sessions.js';
import type { Exchange } from '../harness/exchange.js';
import { succeed } from '../harness/participant.js';

const FIELD = 'business_formation_document_artifact';
const MIB = 1_024 * 1_024;
const WIDTHS = [390, 1024, 1440] as const;

/** Documents in a browser: a furnisher uploads one, and a querier saves it. */
export function consoleDocumentsSuite(exchange: () => Exchange, { signIn }: ConsoleSessions): void {
  describe('documents in the console', () => {
    const select = async (page: Page, name: string, buffer: Buffer) => {
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('Document', { exact: true }).click();
      await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
    };
    const upload = (page: Page) =>
      page.getByRole('button', { name: 'Upload', exact: true }).click();
    /** Furnishes a file with one row; members of the identity have no path. */
    const furnishRow = async (furnisher: ConsoleUser, row: Readonly<Record<string, unknown>>) => {
      const { page } = furnisher;
      await furnisher.open('Check a file');
      const columns = Object.keys(row).map((name) =>
        name.includes('.') ? name : `business_identity.${name}`,
      );
      const values = Object.values(row).map((value) => JSON.stringify(String(value)));
      const chooser = page.waitForEvent('filechooser');
      await page.getByLabel('CSV file').click();
      const buffer = Buffer.from(`${columns.join()}\n${values.join()}`);
      await (await chooser).setFiles({ name: 'one.csv', mimeType: 'text/csv', buffer });
      await page.getByRole('button', { name: 'Check 1 row' }).click();
      await page.getByRole('button', { name: 'Furnish 1 row' }).click();
      const dialog = page.getByRole('dialog', { name: 'Furnish 1 row?' });
      await dialog.getByRole('button', { name: 'Furnish 1 row' }).click();
      await dialog.waitFor({ state: 'hidden' });
    };
    const rowOf = (page: Page, name: string) =>
      page.getByRole('table', { name: 'Documents' }).getByRole('row').filter({ hasText: name });
    const documentNamed = async (name: string) => {
      const path = '/v1/documents?order=newest_first';
      const { data } = (await succeed(exchange().as(FIRST_BANK).get(path))) as {
        readonly data: readonly UploadedDocument[];
      };
      const found = data.find((one) => one.file_name === name);
      if (!found) throw new Error(`no document ${name}`);
      return found;
    };

    test('an upload continues after a cut connection and a reload, and the querier of its record saves it', async () => {
      const furnisher = await signIn(FIRST_BANK, '/documents');
      const { page } = furnisher;
      const name = `formation-${randomBytes(4).toString('hex')}.pdf`;
      const content = randomBytes(1.2 * MIB);
      const cut = (route: Route) => {
        const { offset } = route.request().postDataJSON() as { readonly offset: number };
        return offset === 0 ? route.continue() : route.abort();
      };
      await page.route('**/v1/documents/*/content', cut);
      await select(page, name, content);
      await upload(page);
      await page.getByText('512 KiB of 1.2 MiB received').waitFor();
      await page.getByRole('button', { name: 'Stop' }).click();
      await page.getByText('The upload was stopped').waitFor();
      await rowOf(page, name).getByText('Receiving', { exact: true }).waitFor();
      await rowOf(page, name).getByText('512 KiB of 1.2 MiB: upload the same file').waitFor();
      await requireAccessibleColors(page);
      await furnisher.requireFit(...WIDTHS);

      await page.unroute('**/v1/documents/*/content', cut);
      await page.reload();
      await furnisher.heading('Documents');
      await select(page, name, content);
      await upload(page);
      await page.getByText('The document is ready').waitFor();
      const document = await documentNamed(name);
      expect(document).toMatchObject({
        ...{ state: 'ready', bytes: content.length, media_type: 'application/pdf' },
        sha256: createHash('sha256').update(content).digest('hex'),
      });
      expect(await rowOf(page, name).count()).toBe(1);
      await page.getByText(document.reference, { exact: true }).waitFor();
      await requireAccessibleColors(page);
      await furnisher.requireFit(...WIDTHS);

      const business = new TestBusiness(exchange());
      const row = {
        ...business.identity,
        [`${IDENTITY}.assertions.${IDENTITY}_performed_timestamp`]: '2026-01-15T09:30:00Z',
        [`${IDENTITY}.data.business_entity_type`]: 'corporation',
        [`${IDENTITY}.data.${FIELD}`]: document.reference,
      };
      await furnishRow(furnisher, row);
      const consent_id = await business.consent();
      const answer = await queryUntil(exchange(), { consent_id }, isIssued);
      const { query_event_id } = answer.body as { readonly query_event_id: string };

      const querier = await signIn(QUERYING_BANK, `/queries/${query_event_id}`);
      const documents = querier.page.getByRole('table', { name: 'Documents of the answer' });
      const found = documents.getByRole('row').filter({ hasText: name });
      await found.getByText('First Demo Bank').waitFor();
      expect(await found.innerText()).toMatch(/1\.2 MiB, application\/pdf/);
      await found.getByRole('button', { name: `Copy ${document.sha256}` }).waitFor();
      const saved = querier.page.waitForEvent('download');
      await found.getByRole('button', { name: `Save ${name}` }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toBe(name);
      expect((await readFile(await download.path())).equals(content)).toBe(true);
      await querier.requireFaultless();
      await querier.requireFit(...WIDTHS);
    });

    test('a document that is too large is refused with the limit, and an empty one with its reason', async () => {
      const furnisher = await signIn(FIRST_BANK, '/documents');
      const { page } = furnisher;
      await select(page, 'large.pdf', Buffer.alloc(20 * MIB + 1));
      await upload(page);
      await page.getByRole('alert').getByText('must be at most 20 MiB').waitFor();
      await requireAccessibleColors(page);
      await furnisher.requireFit(...WIDTHS);
      await page.getByRole('button', { name: 'Remove the file' }).click();
      await select(page, 'empty.pdf', Buffer.alloc(0));
      await upload(page);
      await page.getByRole('alert').getByText('must not be less than 1').waitFor();
    });
  });
}
