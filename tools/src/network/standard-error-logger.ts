import type { MessagingLogger } from '@ndx/messaging';

const say = (details: object, message: string) => {
  process.stderr.write(`${message} ${JSON.stringify(details)}\n`);
};

/** A logger for commands of a person: prints problems, not progress. */
export const STANDARD_ERROR_LOGGER: MessagingLogger = {
  info: () => undefined,
  warn: say,
  error: say,
};
