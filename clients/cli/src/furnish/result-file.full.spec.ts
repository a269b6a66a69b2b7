import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { fuzz } from '@ndx/testing';
import { ResultFile } from './result-file.js';

test('of any text, a run continues after whole batches of results', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'results-'));
  const file = join(folder, 'results.ndjson');
  await fuzz(
    async (text) => {
      await writeFile(file, text);
      await writeFile(`${file}.run`, 'run');
      const results = await ResultFile.open(file, { id: 'run', batchSize: 2 });
      await results.close();
      const kept = await readFile(file, 'utf8');
      const lines = kept.split('\n').slice(0, -1);
      const rows = lines.map((line) => (JSON.parse(line) as { readonly row: number }).row);
      expect(rows).toEqual(Array.from({ length: results.finished }, (_, index) => index + 1));
      expect([results.finished % 2, Buffer.from(text).indexOf(kept)]).toEqual([0, 0]);
    },
    { corpus: 'fuzz/results.json', sources: '/cli/src/' },
  );
  await rm(folder, { recursive: true });
});
