import { expect, test } from '@jest/globals';
import { eventually } from './eventually.js';

test("eventually returns the assertion's result once it no longer throws", async () => {
  let attempts = 0;
  const result = await eventually(() => {
    attempts += 1;
    expect(attempts).toBe(3);
    return 'the fact';
  });
  expect(result).toBe('the fact');
});

test('eventually rethrows the last error after its timeout', async () => {
  const attempt = eventually(() => Promise.reject(new Error('still wrong')), { timeoutMs: 60 });
  await expect(attempt).rejects.toThrow('still wrong');
});
