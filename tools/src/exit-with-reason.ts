import { usageStatus } from '@ndx/command-line';

/**
 * Ends the process: a command line that is not understood as one line with status 2, a known kind
 * of failure as its message with status 1, anything else with its stack.
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
