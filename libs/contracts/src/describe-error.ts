import { bounded } from './quoted.js';
import { withoutSecrets } from './without-secrets.js';

/** The error text of a dead letter: the error and its causes. */
export function describeError(error: unknown): string {
  // Postgres cannot store a zero character in a text.
  return bounded(withoutSecrets(textOf(error).replaceAll('\u0000', '')));
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}; ${textOf(error.cause)}`;
}
