import { expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { BackgroundLoop } from './background-loop.js';

const HOUR_MS = 3_600_000;

test('a loop repeats its work while there is more, and stops during its pause', async () => {
  let parts = 0;
  const loop = new BackgroundLoop({
    work: async () => (parts += 1) < 3,
    everyMs: HOUR_MS,
    onFailure: () => undefined,
  });
  loop.start();
  loop.start();
  await eventually(() => expect(parts).toBe(3));
  await loop.stop();
  expect([parts, loop.signal.aborted]).toEqual([3, true]);
});

test('a loop reports a failure, and retries', async () => {
  const failures: unknown[] = [];
  const failure = new Error('no connection');
  let isBroken = true;
  const loop = new BackgroundLoop({
    work: () => (isBroken ? Promise.reject(failure) : Promise.resolve(false)),
    everyMs: HOUR_MS,
    onFailure: (error) => failures.push(error),
  });
  loop.start();
  await eventually(() => expect(loop.error).toBe(failure));
  expect(loop.warning('nothing is sent')).toBe('nothing is sent: Error: no connection');
  isBroken = false;
  await eventually(() => expect(loop.error).toBeUndefined());
  expect(loop.warning('nothing is sent')).toBeUndefined();
  await loop.stop();
  expect(new Set(failures)).toEqual(new Set([failure]));
});
