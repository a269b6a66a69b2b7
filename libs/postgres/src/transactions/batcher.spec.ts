import { AsyncLocalStorage } from 'node:async_hooks';
import { describe, expect, test } from '@jest/globals';
import { Batcher, type RunBatch } from './batcher.js';

/** Doubles its inputs; each run waits for `release`. */
class Runs {
  readonly inputs: (readonly number[])[] = [];
  private readonly held: (() => void)[] = [];

  readonly together: RunBatch<number, number> = async (inputs) => {
    this.inputs.push(inputs);
    await new Promise<void>((resolve) => this.held.push(resolve));
    if (inputs.includes(13)) throw new Error('not 13');
    return inputs.map((input) => input * 2);
  };

  /** Ends the runs in flight, and lets the next ones start. */
  async release(): Promise<void> {
    for (const release of this.held.splice(0)) release();
    await nextTurn();
    await nextTurn();
  }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function batched(
  runs: Runs,
  options: {
    atOnce?: number;
    most?: number;
    sizeOf?: (input: number) => number;
    isSingleFailure?: boolean;
  } = {},
) {
  const { atOnce = 1, most = 10, sizeOf = () => 1, isSingleFailure = true } = options;
  return new Batcher(runs.together, {
    maxConcurrentBatches: atOnce,
    maxBatchSize: most,
    sizeOf,
    isSingleFailure: () => isSingleFailure,
  });
}

describe('batched calls', () => {
  test('that arrive together run together, and each has its own result', async () => {
    const runs = new Runs();
    const calls = batched(runs);
    const results = Promise.all([1, 2, 3].map((input) => calls.call(input)));
    await nextTurn();
    await runs.release();
    expect(await results).toEqual([2, 4, 6]);
    expect(runs.inputs).toEqual([[1, 2, 3]]);
  });

  test('that arrive at the maximum concurrency share the next run', async () => {
    const runs = new Runs();
    const calls = batched(runs, { atOnce: 2 });
    const results: Promise<number>[] = [];
    for (const input of [1, 2, 3, 4]) {
      results.push(calls.call(input));
      await nextTurn();
    }
    expect(runs.inputs).toEqual([[1], [2]]);
    await runs.release();
    expect(runs.inputs).toEqual([[1], [2], [3, 4]]);
    await runs.release();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  });

  test('are split into several runs when there are too many', async () => {
    const runs = new Runs();
    const calls = batched(runs, { most: 2 });
    const results = Promise.all([1, 2, 3, 4, 5].map((input) => calls.call(input)));
    await nextTurn();
    for (let part = 0; part < 3; part += 1) await runs.release();
    expect(await results).toEqual([2, 4, 6, 8, 10]);
    expect(runs.inputs).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('are split by their sizes; one that is too large runs alone', async () => {
    const runs = new Runs();
    const calls = batched(runs, { most: 5, sizeOf: (input) => input });
    const results = Promise.all([2, 3, 1, 9, 0, 4].map((input) => calls.call(input)));
    await nextTurn();
    for (let part = 0; part < 4; part += 1) await runs.release();
    expect(await results).toEqual([4, 6, 2, 18, 0, 8]);
    expect(runs.inputs).toEqual([[2, 3], [1], [9], [0, 4]]);
  });

  test('are not affected by another call of the batch that fails', async () => {
    const runs = new Runs();
    const calls = batched(runs);
    const results = Promise.allSettled([1, 13, 3].map((input) => calls.call(input)));
    await nextTurn();
    await runs.release();
    await runs.release();
    expect(await results).toMatchObject([
      { value: 2 },
      { reason: { message: 'not 13' } },
      { value: 6 },
    ]);
    expect(await afterwards(calls, runs)).toBe(8);
  });

  test('all fail when no single call is the cause', async () => {
    const runs = new Runs();
    const calls = batched(runs, { isSingleFailure: false });
    const results = Promise.allSettled([1, 13].map((input) => calls.call(input)));
    await nextTurn();
    await runs.release();
    expect(await results).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(runs.inputs).toEqual([[1, 13]]);
    expect(await afterwards(calls, runs)).toBe(8);
  });

  test('fail instead of waiting forever when a run returns too few results', async () => {
    const calls = new Batcher<number, number>(() => Promise.resolve([1]), {
      ...{ maxConcurrentBatches: 1, maxBatchSize: 10, isSingleFailure: () => false },
    });
    const results = await Promise.allSettled([calls.call(1), calls.call(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  test('run in the context of the first of them', async () => {
    const context = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const calls = new Batcher<number, number>(
      (inputs) => {
        seen.push(context.getStore());
        return Promise.resolve(inputs);
      },
      { maxConcurrentBatches: 1, maxBatchSize: 10, isSingleFailure: () => false },
    );
    await context.run('a', () => calls.call(1));
    await Promise.all([
      context.run('b', () => calls.call(1)),
      context.run('c', () => calls.call(2)),
    ]);
    expect(seen).toEqual(['a', 'b']);
  });
});

/** The outcome of a call that is made now. */
async function afterwards(calls: Batcher<number, number>, runs: Runs): Promise<number> {
  const result = calls.call(4);
  await nextTurn();
  await runs.release();
  return result;
}
