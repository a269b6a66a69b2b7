import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SlidingCount } from './sliding-count.js';

const MINUTE_MS = 60_000;
const GROUP_MS = 1_000;

/** Milliseconds between requests: bursts and pauses around the length of a window, or a flow. */
const gaps = fc.oneof(
  fc.array(fc.oneof(fc.nat(5), fc.nat(2_000), fc.integer({ min: 50_000, max: 62_000 })), {
    maxLength: 200,
  }),
  fc.array(fc.nat(900), { minLength: 200, maxLength: 200 }),
);
const limits = fc.integer({ min: 1, max: 20 });

/** The times of admitted and of rejected requests. */
function admit(limit: number, pauses: readonly number[]) {
  const counted = new SlidingCount();
  const admitted: number[] = [];
  const rejected: { readonly at: number; readonly retryAt: number }[] = [];
  let now = 0;
  for (const pause of pauses) {
    now += pause;
    if (counted.used(now) < limit) {
      counted.add(now);
      admitted.push(now);
    } else {
      rejected.push({ at: now, retryAt: now + counted.freesInMs(now) });
    }
  }
  return { admitted, rejected };
}

const within = (times: readonly number[], after: number, until: number) =>
  times.filter((time) => time > after && time <= until).length;

describe('a window of a minute', () => {
  test('never admits more than the limit, wherever it begins', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, pauses) => {
        const { admitted } = admit(limit, pauses);
        for (const end of admitted) {
          expect(within(admitted, end - MINUTE_MS, end)).toBeLessThanOrEqual(limit);
        }
      }),
    );
  });

  test('rejects no caller below the limit in a minute and a second', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, pauses) => {
        const { admitted, rejected } = admit(limit, pauses);
        for (const { at } of rejected) {
          expect(within(admitted, at - MINUTE_MS - GROUP_MS, at)).toBeGreaterThanOrEqual(limit);
        }
      }),
    );
  });

  test('admits a request when it says so, at most a minute later', () => {
    fc.assert(
      fc.property(limits, gaps, (limit, pauses) => {
        for (const { at, retryAt } of admit(limit, pauses).rejected) {
          const wait = retryAt - at;
          expect(wait > 0 && wait <= MINUTE_MS).toBe(true);
          const counted = new SlidingCount();
          const { admitted } = admit(limit, pauses);
          for (const time of admitted.filter((one) => one <= at)) {
            counted.used(time);
            counted.add(time);
          }
          expect(counted.used(retryAt)).toBeLessThan(limit);
        }
      }),
    );
  });
});
