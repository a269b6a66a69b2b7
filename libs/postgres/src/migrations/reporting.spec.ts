import { expect, jest, test } from '@jest/globals';
import { createLogger } from '@ndx/telemetry';
import { reportingEvery } from './reporting.js';

/** Does the work, for ten seconds at most, while every report of it would fail. */
async function whileReportsFail(work: () => Promise<string>) {
  const lines: { readonly level: number; readonly err?: { readonly message: string } }[] = [];
  const logger = createLogger('consent', 'info', {
    write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
  let reports = 0;
  const report = async () => {
    reports += 1;
    throw new Error('no connection is left to look with');
  };
  jest.useFakeTimers();
  try {
    const running = reportingEvery(report, work, logger).then(
      (result) => ({ result }),
      (error: unknown) => ({ error: String(error) }),
    );
    await jest.advanceTimersByTimeAsync(10_000);
    return { ended: await running, reports, lines };
  } finally {
    jest.useRealTimers();
  }
}

const later = () => new Promise((resolve) => setTimeout(resolve, 9_000));

test('a report that fails is the last one, is logged, and leaves finished work finished', async () => {
  const { ended, reports, lines } = await whileReportsFail(async () => {
    await later();
    return 'indexed';
  });
  expect(ended).toEqual({ result: 'indexed' });
  expect(reports).toBe(1);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 40,
      err: expect.objectContaining({ message: 'no connection is left to look with' }),
    }),
  ]);
});

test('work that fails is told of as it failed, whatever became of the reports', async () => {
  const { ended } = await whileReportsFail(async () => {
    await later();
    throw new Error('could not create unique index');
  });
  expect(ended).toEqual({ error: 'Error: could not create unique index' });
});
