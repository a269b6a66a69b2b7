import { Command, CommanderError, InvalidArgumentError } from '@commander-js/extra-typings';

export { Argument, CommanderError, Option } from '@commander-js/extra-typings';
export { exitWhenWritten, printLine } from './output.js';

/** The exit status for an invalid command line. */
const USAGE_STATUS = 2;

/** The command line is valid in form, but requests something impossible. */
export class UsageError extends CommanderError {
  constructor(message: string, { cause }: ErrorOptions = {}) {
    super(USAGE_STATUS, 'usage', `error: ${message}`);
    this.cause = cause;
  }
}

/**
 * A command whose `parse` throws a CommanderError instead of exiting: `usageStatus` reports it and
 * returns the exit status.
 * @param name as a user types it, such as `npm start --`
 */
export function commandLine(name: string, description: string) {
  return new Command(name)
    .description(description)
    .showSuggestionAfterError(false)
    .configureOutput({ outputError: () => undefined })
    .exitOverride();
}

/**
 * The exit status for an error of the command line: 0 after `--help`, otherwise 2 after writing one
 * line to standard error. Undefined for any other error.
 */
export function usageStatus(error: unknown): number | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  if (error.exitCode === 0) return 0;
  process.stderr.write(`${error.message.trimEnd()}\n`);
  return USAGE_STATUS;
}

/** Parses a whole number. @throws InvalidArgumentError outside of the bounds, both included */
export function wholeNumber(least: number, most: number = Number.MAX_SAFE_INTEGER) {
  return (text: string): number => {
    const number = Number(text);
    if (text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most)
      return number;
    const bounds = most === Number.MAX_SAFE_INTEGER ? `at least ${least}` : `${least} to ${most}`;
    throw new InvalidArgumentError(`It must be a whole number, ${bounds}.`);
  };
}

/** Parses a time. @throws InvalidArgumentError unless it is ISO 8601 */
export function instant(text: string): Date {
  const time = new Date(text);
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(time.getTime()))
    throw new InvalidArgumentError('It must be a time such as 2026-11-01T00:00:00Z.');
  return time;
}

/** Parses the address of a server. @throws InvalidArgumentError unless it is HTTP or HTTPS */
export function httpAddress(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new InvalidArgumentError('It must be an http or https address.');
}
