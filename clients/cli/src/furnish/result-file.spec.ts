import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ResultFile } from './result-file.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'));
  file = join(folder, 'results.ndjson');
});

afterEach(() => rm(folder, { recursive: true }));

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    row: from + index,
    accepted: (from + index) % 2 === 0,
    ...((from + index) % 2 === 1 && { errors: [{ code: 'too_old', detail: 'is old' }] }),
  }));

async function write(isFinished: boolean): Promise<void> {
  const results = await ResultFile.open(file, { id: 'run', batchSize: 2 });
  await results.append(lines(1, 5));
  if (isFinished) await results.complete();
  await results.close();
}

test('an interrupted run continues after its last whole batch', async () => {
  await write(false);
  await appendFile(file, '{"row":6,"acc');
  const results = await ResultFile.open(file, { id: 'run', batchSize: 2 });
  expect(results).toMatchObject({
    finished: 4,
    rejectedBefore: new Set([1, 3]),
    isComplete: false,
  });
  expect(results.errorCounts.list).toMatchObject([{ code: 'too_old', rows: 2 }]);
  await results.append(lines(5, 6));
  expect(results.errorCounts.list).toMatchObject([{ code: 'too_old', rows: 3 }]);
  await results.close();
  const rows = (await readFile(file, 'utf8')).trim().split('\n');
  expect(rows.map((line) => (JSON.parse(line) as { row: number }).row)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a result whose line end is missing is written again', async () => {
  const batch = (from: number, to: number) =>
    lines(from, to)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  await write(false);
  await writeFile(file, batch(1, 4).slice(0, -1));
  const results = await ResultFile.open(file, { id: 'run', batchSize: 2 });
  expect(results.finished).toBe(2);
  await results.append(lines(3, 4));
  await results.close();
  expect(await readFile(file, 'utf8')).toBe(batch(1, 4));
});

test('a finished run keeps its last batch, which may be smaller', async () => {
  await write(true);
  const results = await ResultFile.open(file, { id: 'run', batchSize: 2 });
  expect(results).toMatchObject({
    finished: 5,
    rejectedBefore: new Set([1, 3, 5]),
    isComplete: true,
  });
  await results.close();
});

test('a run that starts again discards its earlier results', async () => {
  await write(true);
  const run = { id: 'run', batchSize: 2, restart: true };
  const results = await ResultFile.open(file, run);
  expect(results).toMatchObject({ finished: 0, rejectedBefore: new Set(), isComplete: false });
  await results.close();
  expect(await readFile(file, 'utf8')).toBe('');
});

test('the results of another run are neither continued nor discarded', async () => {
  await write(false);
  await expect(
    ResultFile.open(file, { id: 'another', batchSize: 2, restart: true }),
  ).rejects.toThrow('belongs to another input');
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(6);
});

test('a file that no run wrote is not replaced', async () => {
  const text = 'state,a\ngood,1\n';
  await writeFile(file, text);
  for (const restart of [false, true]) {
    await expect(ResultFile.open(file, { id: 'run', batchSize: 2, restart })).rejects.toMatchObject(
      {
        errorClass: 'conflict',
        message: expect.stringContaining('has no results of ndx furnish'),
      },
    );
  }
  expect(await readFile(file, 'utf8')).toBe(text);
});
