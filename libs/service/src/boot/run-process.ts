import { exitWhenWritten, usageStatus } from '@ndx/command-line';
import { withoutSecrets } from '@ndx/contracts';
import { ConfigurationError, ReportedFailure } from '@ndx/config';

/**
 * Runs a process to its end: exits with status 0, or with 1 and the error. Configuration errors are
 * printed as one message, without a stack.
 */
export async function runProcess(work: () => Promise<void>): Promise<never> {
  // Node would print every member of the error: for a failed statement also its values.
  process.on('uncaughtException', (error) => {
    process.exit(report(error));
  });
  try {
    await work();
    return await exitWhenWritten(0);
  } catch (error) {
    return await exitWhenWritten(report(error));
  }
}

/** Writes the error to standard error. @returns the exit status */
function report(error: unknown): number {
  const status = usageStatus(error);
  if (status !== undefined) return status;
  process.stderr.write(`${withoutSecrets(describe(error))}\n`);
  return 1;
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof ReportedFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
