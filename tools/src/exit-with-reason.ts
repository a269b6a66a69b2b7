/**
 * Ends the process with status 1: a known kind of failure as its one clear sentence, anything
 * else with its stack, since nobody foresaw it.
 */
export function exitWithReason(
  error: unknown,
  ...known: readonly (abstract new (...args: never[]) => Error)[]
): never {
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
