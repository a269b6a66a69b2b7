import { usageStatus } from '@ndx/command-line';

/**
 * Ends the process: for an invalid command line with one line and status 2, for a known kind of
 * failure with its message and status 1, otherwise with a stack trace.
 */
export function exitWithReason(
  error: unknown,
  ...known: readonly (abstract new (...args: never[]) => Error)[]
): never {
  const status = usageStatus(error);
  if (status !== undefined) process.exit(status);
  const isKnown = known.some((kind) => error instanceof kind);
  const reason =
    error instanceof Error
      ? isKnown
        ? error.message
        : (error.stack ?? error.message)
      : String(error);
  process.stderr.write(`\n${reason}\n`);
  process.exit(1);
}
