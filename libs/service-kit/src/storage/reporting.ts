/** How often a long migration tells how far it is, in milliseconds. */
export const REPORT_EVERY_MS = 2_000;

/** Does the work, and reports every few seconds until it is done. A report that fails fails it all. */
export async function reportingEvery<Result>(
  report: () => Promise<void>,
  work: () => Promise<Result>,
): Promise<Result> {
  let reporting: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    reporting = reporting.then(report);
    // Its failure is awaited below; unhandled until then, it would end the process.
    reporting.then(undefined, (error: unknown) => error);
  }, REPORT_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await reporting;
  }
}
