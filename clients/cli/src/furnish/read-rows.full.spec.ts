import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { CliError } from '../cli-error.js';
import { readRows } from './read-rows.js';

const folder = mkdtempSync(join(tmpdir(), 'rows-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const openFiles = () => readdirSync('/proc/self/fd').length;

test('any file is read to its end and closed, or is an error for the user', async () => {
  const before = openFiles();
  await fuzz(
    async (text) => {
      for (const name of ['rows.csv', 'rows.ndjson']) {
        const file = join(folder, name);
        writeFileSync(file, text);
        try {
          for await (const { line } of readRows(file)) expect(line).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof CliError)) throw error;
        }
      }
    },
    { corpus: 'fuzz/files.json', milliseconds: 30_000, sources: '/csv-parse/' },
  );
  expect(openFiles()).toBeLessThan(before + 50);
});
