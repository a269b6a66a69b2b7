import { expect, test } from '@jest/globals';
import { fuzz, FuzzFinding } from './fuzz.js';
import { passesLocks } from './testing/locks.js';

test('the fuzzer finds an input behind conditions that a random text does not meet at once', async () => {
  const run = fuzz(
    (input) => {
      if (passesLocks(input)) throw new Error('all locks are open');
    },
    { corpus: 'fuzz/locks.json', sources: '/locks.', minutes: 10 },
  );
  await expect(run).rejects.toThrow(FuzzFinding);
  await expect(run).rejects.toThrow(/^fails for "\{.*: Error: all locks are open$/s);
}, 600_000);
