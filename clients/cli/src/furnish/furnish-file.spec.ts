import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { number, xlsx } from '@ndx/testing/xlsx';
import { CliError } from '../cli-error.js';
import { furnishFile } from './furnish-file.js';
import type { Encoding } from './encoding.js';
import { inspectFile } from './inspect-file.js';
import { RejectedFile } from './rejected-file.js';
import { ResultFile } from './result-file.js';
import type { Target } from './targets.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'furnish-'));
  file = join(folder, 'rows.csv');
});

afterEach(() => rm(folder, { recursive: true }));

/** Rejects each record whose member `state` is `bad`; ends with an error before record `end`. */
function target(end = Infinity): Target & { readonly sent: unknown[] } {
  const sent: unknown[] = [];
  return {
    ...{ batchSize: 2, sent },
    async *furnish(records, { firstIndex }) {
      let row = firstIndex;
      for await (const record of records) {
        row += 1;
        if (row === end) throw new Error('no connection');
        sent.push(record);
        const accepted = (record as { state?: string }).state !== 'bad';
        const errors = [{ code: 'invalid_value', path: 'state', detail: 'state: is bad' }];
        yield { row, accepted, ...(!accepted && { errors }) };
      }
    },
  };
}

interface Options {
  readonly to?: Target;
  readonly delimiter?: string;
  readonly encoding?: Encoding;
  readonly rejected?: string;
}

async function furnish({ to = target(), rejected = 'rejected.csv', ...reading }: Options = {}) {
  const { delimiter } = reading;
  const { runId, rows, columns } = await inspectFile(file, reading);
  const results = await ResultFile.open(`${file}.results`, { id: runId, batchSize: 2 });
  const rejectedTo = join(folder, rejected);
  const input = { ...reading, file, rows, columns, delimiter, mapping: undefined };
  const run = { ...input, target: to, runId, rejectedTo };
  return furnishFile({ ...run, concurrency: 1, dryRun: false }, results);
}

const rejectedRows = (name = 'rejected.csv') => readFile(join(folder, name), 'utf8');

test('rejected rows keep their columns, delimiter and values', async () => {
  await writeFile(file, '\uFEFFstate;"a;b";c\r\nbad;"1;""2""";"x\ny"\r\ngood;3;\r\nbad;;z\r\n');
  expect(await furnish()).toMatchObject({ rows: 3, rejected: 2 });
  expect(await rejectedRows()).toBe('state;"a;b";c\nbad;"1;""2""";"x\ny"\nbad;;z\n');
});

test('rejected rows that are corrected are furnished by the same command', async () => {
  await writeFile(file, 'state|a\nbad|1,2\ngood|2\n');
  await furnish({ delimiter: '|' });
  await writeFile(file, (await rejectedRows()).replace('bad', 'good'));
  await rm(`${file}.results.run`);
  await rm(`${file}.results`);
  const to = target();
  expect(await furnish({ to, delimiter: '|' })).toMatchObject({ rows: 1, rejected: 0 });
  expect(to.sent).toEqual([{ state: 'good', a: '1,2' }]);
});

test('rejected rows of a file in another encoding are furnished by the same command, too', async () => {
  const encoding = 'windows-1252' as const;
  await writeFile(file, Buffer.from('state,a\nbad,Café \u0080\ngood,Zoë\n', 'latin1'));
  const first = target();
  await furnish({ to: first, encoding });
  expect(first.sent).toEqual([
    { state: 'bad', a: 'Café €' },
    { state: 'good', a: 'Zoë' },
  ]);
  await writeFile(file, (await rejectedRows()).replace('bad', 'good'));
  await rm(`${file}.results.run`);
  await rm(`${file}.results`);
  const to = target();
  expect(await furnish({ to, encoding })).toMatchObject({ rows: 1, rejected: 0 });
  expect(to.sent).toEqual([{ state: 'good', a: 'Café €' }]);
});

test('rejected rows of a sheet are rows of CSV', async () => {
  file = join(folder, 'rows.xlsx');
  await writeFile(
    file,
    xlsx({ S: [['state', 'a'], ['bad', number('7')], ['good'], ['bad', '1,2']] }),
  );
  expect(await furnish()).toMatchObject({ rows: 3, rejected: 2 });
  expect(await rejectedRows()).toBe('state,a\nbad,7\nbad,"1,2"\n');
});

test('a rejected row of one empty column stays a row', async () => {
  await writeFile(file, 'a\n1\n');
  const rows = await RejectedFile.create(join(folder, 'r.csv'), { source: file, columns: ['a'] });
  await rows.append([{ line: 2, value: { a: '' } }]);
  await rows.close();
  expect(await inspectFile(join(folder, 'r.csv'))).toMatchObject({ rows: 1 });
});

test('rejected rows of NDJSON stay JSON, objects or not', async () => {
  file = join(folder, 'rows.ndjson');
  const bad = '{"state":"bad","a":{"b":[1,null]}}';
  await writeFile(file, `${bad}\n\n{"state":"good"}\n${bad}\n`);
  await furnish({ rejected: 'rejected.jsonl' });
  expect(await rejectedRows('rejected.jsonl')).toBe(`${bad}\n${bad}\n`);
});

test('an interrupted run leaves its rejected rows, and a run that continues has all of them', async () => {
  const rows = ['bad,1', 'good,2', 'bad,3', 'bad,4', 'good,5', 'bad,6', 'bad,7'];
  await writeFile(file, `state,a\n${rows.join('\n')}\n`);
  await expect(furnish({ to: target(6) })).rejects.toThrow('no connection');
  expect(await rejectedRows()).toBe('state,a\nbad,1\nbad,3\nbad,4\n');
  const to = target();
  expect(await furnish({ to })).toMatchObject({ rows: 7, rejected: 5 });
  expect(to.sent).toHaveLength(3);
  const all = 'state,a\nbad,1\nbad,3\nbad,4\nbad,6\nbad,7\n';
  expect(await rejectedRows()).toBe(all);
  await furnish();
  expect(await rejectedRows()).toBe(all);
});

test.each([
  ['the file itself', 'rows.csv', /is .*rows\.csv itself/],
  ['a file of another kind', 'rejected.ndjson', /cannot be furnished again by its name/],
  ['a file without a kind', 'rejected', /cannot be furnished again by its name/],
])('%s cannot take the rejected rows', async (_case, rejected, message) => {
  await writeFile(file, 'state\nbad\n');
  const run = furnish({ rejected });
  await expect(run).rejects.toThrow(CliError);
  await expect(run).rejects.toThrow(message);
  expect(await readFile(file, 'utf8')).toBe('state\nbad\n');
});

test('results have the line, column and value of each error', async () => {
  await writeFile(file, 'state,a\n\ngood,1\nbad,2\n');
  await furnish();
  const [, rejected = ''] = (await readFile(`${file}.results`, 'utf8')).split('\n');
  expect(JSON.parse(rejected)).toEqual({
    row: 2,
    accepted: false,
    line: 4,
    errors: [
      {
        code: 'invalid_value',
        path: 'state',
        detail: 'state: is bad',
        column: 'state',
        value: 'bad',
      },
    ],
  });
});
