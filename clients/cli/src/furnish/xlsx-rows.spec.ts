import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { number, xlsx, type XlsxCell } from '@ndx/testing/xlsx';
import { inspectFile } from './inspect-file.js';
import { readRows } from './read-rows.js';
import type { Row } from './row.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-'));
  file = join(folder, 'Rows.XLSX');
});

afterEach(() => rm(folder, { recursive: true }));

async function rowsOf(content: Buffer, sheet?: string): Promise<readonly Row[]> {
  await writeFile(file, content);
  const rows: Row[] = [];
  for await (const row of readRows(file, { sheet })) rows.push(row);
  return rows;
}

async function valueOf(cell: XlsxCell): Promise<unknown> {
  const [row] = await rowsOf(
    xlsx({
      S: [
        ['a', 'b'],
        [cell, 'x'],
      ],
    }),
  );
  return Reflect.get(row?.value ?? {}, 'a');
}

test('a row has its line in the sheet; empty rows are not rows', async () => {
  const rows = [undefined, ['a', 'b'], undefined, ['1'], [undefined, ''], [undefined, ' x ']];
  expect(await rowsOf(xlsx({ S: rows }))).toEqual([
    { line: 4, value: { a: '1', b: '' } },
    { line: 6, value: { a: '', b: ' x ' } },
  ]);
});

test.each<readonly [string, XlsxCell, string]>([
  ['a text', '0012', '0012'],
  ['an integer', number('12300000'), '12300000'],
  ['an integer in scientific notation', number('1.23E+7'), '12300000'],
  ['a fraction as it is stored', number('0.10000000000000001'), '0.1'],
  ['a number that has lost digits', number('1234567890123450'), '1.23456789012345E+15'],
  ['a date', number('45000', 1), '2023-03-15'],
  ['a time', number('45000.395833333336', 1), '2023-03-15T09:30:00.000Z'],
  ['a boolean', ['t="b"', '1'], 'true'],
  ['the text of a formula', ['t="str"', 'A'], 'A'],
  ['the error of a formula', ['t="e"', '#N/A'], '#N/A'],
])('%s is read as text', async (_case, cell, text) => {
  expect(await valueOf(cell)).toBe(text);
});

test('the first sheet is read, or the named one', async () => {
  const content = xlsx({ One: [['a'], ['1']], Two: [['a'], ['2']] });
  expect(await rowsOf(content)).toMatchObject([{ value: { a: '1' } }]);
  expect(await rowsOf(content, 'Two')).toMatchObject([{ value: { a: '2' } }]);
  await expect(rowsOf(content, 'Three')).rejects.toMatchObject({
    errorClass: 'invalid',
    message: expect.stringMatching(/Rows\.XLSX: Sheet not found: Three/),
  });
});

test.each([
  ['text', 'Name,City\n'],
  ['empty', ''],
  ['a cut archive', xlsx({ S: [['a'], ['1']] }).subarray(0, 400)],
  ['an archive without sheets', Buffer.from('504b0506000000000000000000000000000000000000', 'hex')],
])('an XLSX file that is %s is an error that names it', async (_case, content) => {
  await expect(rowsOf(Buffer.from(content))).rejects.toMatchObject({
    errorClass: 'invalid',
    message: expect.stringContaining('Rows.XLSX: '),
  });
});

test('a workbook that is too large unpacked is an error that names it', async () => {
  const content = xlsx({ S: [['a'], ['1']] });
  // The size of the first file, in the directory at the end of the archive.
  content.writeUInt32LE(600 * 2 ** 20, content.indexOf('PK\u0001\u0002') + 24);
  await expect(rowsOf(content)).rejects.toMatchObject({
    errorClass: 'invalid',
    message: expect.stringMatching(/Rows\.XLSX: it has more than 512 MB unpacked/),
  });
});

test('a repeated column, and a value in a column without a name, are errors', async () => {
  await expect(rowsOf(xlsx({ S: [['a', 'a'], ['1']] }))).rejects.toThrow('the column a twice');
  const unnamed = xlsx({ S: [['a', undefined, 'c'], ['1'], ['1', '2']] });
  await expect(rowsOf(unnamed)).rejects.toThrow('line 3 has a value in a column without a name');
});

test('an identifier that a number cannot hold, and the error of a cell, refuse the file', async () => {
  const lost = [number('1234567890123450'), 'A'];
  const error: XlsxCell = ['t="e"', '#REF!'];
  await writeFile(
    file,
    xlsx({ S: [['phone_number', 'name'], lost, [number('6175550123'), error]] }),
  );
  await expect(inspectFile(file)).rejects.toThrow(
    /line 2, phone_number: \*{4} \(a number in scientific notation\); line 3, name: #REF!/,
  );
});

test('a sheet is inspected as a CSV file is', async () => {
  await writeFile(
    file,
    xlsx({
      S: [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    }),
  );
  expect(await inspectFile(file)).toMatchObject({ rows: 2, columns: ['a', 'b'] });
  await writeFile(file, xlsx({ S: [] }));
  await expect(inspectFile(file)).rejects.toThrow('has no header line');
});

test('a CSV file has no sheet', () => {
  expect(() => readRows('rows.csv', { sheet: 'S' })).toThrow('rows.csv has no sheets');
});
