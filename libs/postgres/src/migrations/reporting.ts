import { Pause } from '@ndx/contracts';
import type { Logger } from '@ndx/telemetry';

/** How often a long migration tells how far it is, in milliseconds. */
export const REPORT_EVERY_MS = 2_000;

/**
 * Does the work, and reports every few seconds until it is done. A report that fails is logged and
 * the last one; it changes nothing about the work.
 */
export async function reportingEvery<Result>(
  report: () => Promise<void>,
  work: () => Promise<Result>,
  logger: Logger | undefined,
): Promise<Result> {
  const untilDone = new Pause();
  const reporting = reportWhile(untilDone, report).then((failure) => {
    if (failure) logger?.warn({ err: failure.error }, 'how far it is cannot be told; it goes on');
  });
  try {
    return await work();
  } finally {
    untilDone.wake();
    await reporting;
  }
}

/** Returns why it ended before its time, if it did. */
async function reportWhile(
  untilDone: Pause,
  report: () => Promise<void>,
): Promise<{ readonly error: unknown } | undefined> {
  while (!(await untilDone.sleep(REPORT_EVERY_MS))) {
    try {
      await report();
    } catch (error) {
      return { error };
    }
  }
  return undefined;
}
