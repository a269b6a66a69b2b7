import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { number, xlsx } from '@ndx/testing/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { CliError } from '../cli-error.js';
import { readRows } from './read-rows.js';

const folder = mkdtempSync(join(tmpdir(), 'rows-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const openFiles = () => readdirSync('/proc/self/fd').length;

async function readToEnd(name: string, content: string | Uint8Array): Promise<void> {
  const file = join(folder, name);
  writeFileSync(file, content);
  try {
    for await (const { line } of readRows(file)) expect(line).toBeGreaterThan(0);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
}

test('any file is read to its end and closed, or is an error for the user', async () => {
  const before = openFiles();
  await fuzz(
    async (text) => {
      for (const name of ['rows.csv', 'rows.ndjson']) await readToEnd(name, text);
    },
    { corpus: 'fuzz/files.json', sources: '/csv-parse/' },
  );
  expect(openFiles()).toBeLessThan(before + 50);
});

/** The files of a workbook that the reader parses. */
const PARSED = ['xl/workbook.xml', 'xl/styles.xml', 'xl/worksheets/sheet1.xml'];

test('any workbook is read to its end, or is an error for the user', async () => {
  const files = unzipSync(
    xlsx({
      S: [
        ['a', 'b'],
        [number('1', 1), 'x'],
      ],
    }),
  );
  await fuzz(
    async (text) => {
      await readToEnd('rows.xlsx', Buffer.from(text, 'latin1'));
      for (const name of PARSED) {
        await readToEnd('rows.xlsx', zipSync({ ...files, [name]: strToU8(text) }, { level: 0 }));
      }
    },
    { corpus: 'fuzz/workbooks.json', sources: '/read-excel-file/' },
  );
});
