import { usageStatus } from '@ndx/command-line';
import { withoutSecrets } from '@ndx/contracts';
import { ConfigurationError, ReportedFailure } from '@ndx/config';

/**
 * Runs a process to its end: exits with status 0, or with 1 and the error. Configuration errors are
 * printed as one message, without a stack.
 */
export async function runProcess(work: () => Promise<void>): Promise<never> {
  // Node would print every member of the error: for a failed statement also its values.
  process.on('uncaughtException', endWith);
  try {
    await work();
    process.exit(0);
  } catch (error) {
    return endWith(error);
  }
}

function endWith(error: unknown): never {
  const status = usageStatus(error);
  if (status !== undefined) process.exit(status);
  process.stderr.write(`${withoutSecrets(describe(error))}\n`);
  process.exit(1);
}

function describe(error: unknown): string {
  if (error instanceof ConfigurationError || error instanceof ReportedFailure) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
