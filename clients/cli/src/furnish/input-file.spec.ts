import { rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import { xlsx } from '@ndx/testing/xlsx';
import { inputFile, readInput } from './input-file.js';
import { inspectFile } from './inspect-file.js';

let folders: string[] = [];

afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
  folders = [];
});

async function fromStandardInput(...chunks: readonly (string | Buffer)[]) {
  const input = await inputFile('-', Readable.from(chunks));
  folders.push(dirname(input.path));
  return input;
}

test.each([
  ['CSV', ['Name,Ci', 'ty\nA,Dover\nB,Dover\n'], 'stdin.csv', 2],
  ['CSV in UTF-16', [Buffer.from('\uFEFFName\tCity\nA\tB\n', 'utf16le')], 'stdin.csv', 1],
  ['NDJSON', ['\uFEFF\n', '{"a":1}\n{"a":2}\n{"a":3}'], 'stdin.ndjson', 3],
  ['XLSX', [xlsx({ S: [['a'], ['1'], ['2']] })], 'stdin.xlsx', 2],
])('standard input of %s has its rows', async (_case, chunks, name, rows) => {
  const input = await fromStandardInput(...chunks);
  expect(input.name).toBe('stdin');
  expect(basename(input.path)).toBe(name);
  expect(await inspectFile(input.path)).toMatchObject({ rows });
});

test('the same standard input gives the same run', async () => {
  const run = async () => inspectFile((await fromStandardInput('a,b\n1,2\n')).path);
  const { runId } = await run();
  expect(await run()).toMatchObject({ runId });
});

test('errors name standard input, not the file that holds it', async () => {
  const empty = await fromStandardInput();
  await expect(readInput(empty, inspectFile)).rejects.toMatchObject({
    errorClass: 'invalid',
    message: 'standard input has no header line',
  });
  const cut = await fromStandardInput('{"a":1}\n{"a":');
  await expect(readInput(cut, inspectFile)).rejects.toThrow(/^standard input:2: /);
});

test('the rows of standard input are readable by their owner only', async () => {
  const input = await fromStandardInput('a\n1\n');
  expect((await stat(input.path)).mode & 0o077).toBe(0);
});

test('a named file is read in its place', async () => {
  expect(await inputFile('rows.csv')).toEqual({
    ...{ path: 'rows.csv', name: 'rows.csv', shownAs: 'rows.csv' },
  });
});
