import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

type Row = Readonly<Record<string, unknown>>;

/** @param list the list of the page, where it has several; the buttons name it */
async function saved(page: Page, format: 'CSV' | 'JSON', list: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Save as ${format}: ${list}` }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

export async function savedJson(page: Page, list = '') {
  return JSON.parse(await saved(page, 'JSON', list)) as {
    readonly about: Row;
    readonly data: readonly Row[];
  };
}

/** The names of the columns of a CSV file. */
export async function savedHead(page: Page, list = ''): Promise<readonly string[]> {
  return (await saved(page, 'CSV', list)).split('\n')[0]?.split(',') ?? [];
}
