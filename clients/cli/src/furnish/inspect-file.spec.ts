import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { inspectFile } from './inspect-file.js';
import { parseMapping } from './mapping.js';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspect-'));
});

afterEach(() => rm(folder, { recursive: true }));

const MAPPING = parseMapping({ Name: 'identity.name', City: 'identity.city' });

async function inspect(name: string, content: string | Buffer, mapping?: typeof MAPPING) {
  const file = join(folder, name);
  await writeFile(file, content);
  return inspectFile(file, { mapping });
}

test.each([
  ['a byte order mark and CRLF', '\uFEFFName,City\r\nA,Dover\r\nB,Dover\r\n'],
  ['empty lines', '\nName,City\n\nA,Dover\n\n\nB,Dover\n\n'],
  ['quotes and line ends in a value', 'Name,City\n"A ""1""\nLLC",Dover\nB,"Dover, DE"'],
  ['UTF-16', Buffer.from('\uFEFFName,City\nA,Dover\nCafé,Dover\n', 'utf16le')],
])('a CSV file with %s has its rows', async (_case, content) => {
  expect(await inspect('rows.csv', content, MAPPING)).toMatchObject({ rows: 2 });
});

test.each([
  ['semicolons', 'rows.csv', 'Name;City\nA, LLC;Dover\n"B;C";Dover\n'],
  ['tabs', 'rows.TSV', 'Name\tCity\nA;B;C\tDover\nD\tDover\n'],
  ['bars and quoted commas', 'rows.CSV', '"Name"|City\n"A,B"|Dover\nC|Dover\n'],
  ['tabs in UTF-16', 'rows.csv', Buffer.from('\uFEFFName\tCity\nA\tB\nC\tD', 'utf16le')],
])('a CSV file with %s has its columns', async (_case, name, content) => {
  expect(await inspect(name, content, MAPPING)).toMatchObject({ rows: 2, unmapped: [] });
});

test('a delimiter that is given takes precedence', async () => {
  const file = join(folder, 'rows.csv');
  await writeFile(file, 'Name|City,a,b\nA|Dover,1,2\n');
  const mapping = parseMapping({ Name: 'name', 'City,a,b': 'city' });
  expect(await inspectFile(file, { mapping, delimiter: '|' })).toMatchObject({ rows: 1 });
});

test('the order of days is found before anything is sent', async () => {
  const mapping = parseMapping({ Born: { path: 'date_of_birth', type: 'date' } });
  const { mapping: found, dateOrders } = await inspect('rows.csv', 'Born\n01/31/1990\n', mapping);
  expect([...dateOrders]).toEqual([['Born', 'MDY']]);
  expect(found?.get('Born')).toMatchObject({ order: 'MDY' });
  await expect(inspect('rows.csv', 'Born\n01/02/1990\n', mapping)).rejects.toThrow('not certain');
});

test('an encoding is of CSV alone', async () => {
  const file = join(folder, 'rows.ndjson');
  await writeFile(file, '{"a":1}\n');
  await expect(inspectFile(file, { encoding: 'windows-1252' })).rejects.toThrow(
    'rows.ndjson has an encoding of its own',
  );
});

test('columns that the mapping does not name are found', async () => {
  const csv = await inspect('rows.csv', 'Name,City,Zip,Note\nA,Dover,1,2\n', MAPPING);
  expect(csv.unmapped).toEqual(['Zip', 'Note']);
  const lines = '{"Name":"A"}\n{"City":"B","Zip":1}\n7\n';
  expect((await inspect('rows.ndjson', lines, MAPPING)).unmapped).toEqual(['Zip']);
  expect((await inspect('rows.ndjson', lines)).unmapped).toEqual([]);
});

test('an NDJSON file may begin with a byte order mark and have empty lines', async () => {
  expect(await inspect('rows.ndjson', '\uFEFF{"a":1}\r\n\r\n{"a":2}\n\n')).toMatchObject({
    rows: 2,
  });
});

test('a line of NDJSON that is not an object is a row, which the server rejects', async () => {
  expect(await inspect('rows.ndjson', '{"a":1}\n[1]\nnull\n')).toMatchObject({ rows: 3 });
});

test('a CSV file with a header line alone has no rows', async () => {
  expect(await inspect('rows.csv', 'Name,City\n', MAPPING)).toMatchObject({ rows: 0 });
});

test.each([
  ['no header line', 'rows.csv', '', /rows\.csv has no header line/],
  ['a repeated column', 'rows.csv', 'Name,Name\nA,B\n', /the column Name twice/],
  ['another number of values', 'rows.csv', 'Name,City\nA\n', /rows\.csv: .* on line 2/],
  ['an open quote', 'rows.csv', 'Name,City\n"A,B\n', /rows\.csv: .* at line 2/],
  [
    'another encoding',
    'rows.csv',
    Buffer.from('Name,City\nCafé,B\n', 'latin1'),
    /is not text in UTF-8/,
  ],
  [
    'a cut character at its end',
    'rows.csv',
    Buffer.from('Name,City\nA,\xc3', 'latin1'),
    /is not text/,
  ],
  ['a cut line', 'rows.ndjson', '{"a":1}\n{"a":\n', /rows\.ndjson:2: Unexpected end/],
  ['another kind', 'rows.xls', 'x', /neither CSV nor XLSX nor NDJSON/],
])('a file with %s is an error that names the place', async (_case, name, content, message) => {
  await expect(inspect(name, content)).rejects.toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.any(String),
  });
});

test('a mapping of a column that the file does not have is an error', async () => {
  await expect(inspect('rows.csv', 'Name:City\nA:B\n', MAPPING)).rejects.toMatchObject({
    errorClass: 'invalid',
    message: expect.stringMatching(/the mapping names Name, City; its columns are: Name:City/),
  });
});

test('a file whose identifiers a spreadsheet damaged is an error that names them', async () => {
  const number = 'business_registration_identifier';
  const rows = Array.from({ length: 6 }, (_, row) => `#N/A,${row}\n`).join('');
  await expect(inspect('rows.csv', `name,${number}\nA,1.23E+07\n${rows}`)).rejects.toMatchObject({
    errorClass: 'invalid',
    message: expect.stringMatching(
      /rows\.csv: .* line 2, business_registration_identifier: 1\.23E\+07 \(a number in scientific notation\); line 3, name: #N\/A .*; and 2 more$/,
    ),
    hint: expect.stringContaining('Nothing was sent.'),
  });
});

test('a folder and a missing file are errors that name them', async () => {
  await expect(inspectFile(folder)).rejects.toMatchObject({
    message: expect.stringContaining(folder),
  });
  const missing = join(folder, 'missing.csv');
  await expect(inspectFile(missing)).rejects.toMatchObject({
    message: expect.stringContaining(missing),
    hint: 'Check the name and the permissions of the file.',
  });
});

test('rows with one registration and two names are found, spelling aside', async () => {
  const row = (name: string, number: string) =>
    JSON.stringify({
      business_identity: {
        business_legal_name: name,
        business_jurisdiction_of_formation: 'US-DE',
        business_registration_identifier_from_jurisdiction_of_formation: number,
      },
    });
  const rows = [
    row('E1 LLC', '12300000'),
    row('e1, llc', '12300000'),
    row('Other Ltd', '12300000'),
  ];
  expect(await inspect('rows.ndjson', [...rows, row('Third', '7')].join('\n'))).toMatchObject({
    twoNames: [{ rows: [1, 3], names: ['E1 LLC', 'Other Ltd'] }],
  });
});
