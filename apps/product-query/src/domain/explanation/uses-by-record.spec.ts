import { expect, test } from '@jest/globals';
import { UsesByRecord } from './uses-by-record.js';

/** The records that a query considered: `[record, section, code]`. */
function use(...records: readonly (readonly [string, string, 'chosen' | 'too_old'])[]) {
  return records.map(([recordId, model, verdict]) => ({ recordId, model, verdict }));
}

test('records are counted once for each query, the most used first', () => {
  const counts = new UsesByRecord();
  for (const records of [
    use(['excluded', 'address', 'too_old']),
    use(['both', 'owner', 'too_old'], ['both', 'address', 'chosen']),
    use(['often', 'owner', 'chosen'], ['both', 'address', 'too_old']),
    use(['often', 'owner', 'chosen']),
  ]) {
    counts.add(records);
  }
  expect(counts.mostUsed()).toEqual([
    { recordId: 'often', models: ['owner'], used: 2, excluded: 0 },
    { recordId: 'both', models: ['address', 'owner'], used: 1, excluded: 1 },
    { recordId: 'excluded', models: ['address'], used: 0, excluded: 1 },
  ]);
});
