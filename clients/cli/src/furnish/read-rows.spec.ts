import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readRows } from './read-rows.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rows-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function linesOf(name: string, content: string): Promise<readonly number[]> {
  const file = join(folder, name);
  await writeFile(file, content);
  const lines: number[] = [];
  for await (const { line } of readRows(file)) lines.push(line);
  return lines;
}

test.each([
  ['a header line', 'a,b\n1,2\n3,4\n', [2, 3]],
  ['CRLF', 'a,b\r\n1,2\r\n3,4\r\n', [2, 3]],
  ['empty lines', '\na,b\n\n1,2\n\n\n3,4', [4, 7]],
  ['line ends in values', 'a,b\n"1\n1","2\r\n2"\n3,4\n"5\n",6\n7,8\n', [2, 5, 6, 8]],
  ['CRLF in values', 'a,b\r\n"1\r\n1",2\r\n"3\r\n",4\r\n5,6\r\n', [2, 4, 6]],
  ['line ends in its header', '"a\na",b\n1,2\n', [3]],
  ['CRLF in its header', '"a\r\na",b\r\n1,2\r\n', [3]],
])('a row of CSV with %s has the line on which it begins', async (_case, content, lines) => {
  expect(await linesOf('rows.csv', content)).toEqual(lines);
});

test('a row of NDJSON has its line', async () => {
  expect(await linesOf('rows.ndjson', '\n{"a":1}\r\n\n7\n')).toEqual([2, 4]);
});

test('a row of NDJSON keeps the separators of lines in its values', async () => {
  const value = 'a\u2028b\u2029c';
  expect(await linesOf('rows.ndjson', `{"a":"${value}"}\n{"a":1}\n`)).toEqual([1, 2]);
});
