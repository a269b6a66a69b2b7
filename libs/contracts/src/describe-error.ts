import { withoutSecrets } from './without-secrets.js';

const LONGEST = 4_000;

/** The error text of a dead letter: the error and its causes. */
export function describeError(error: unknown): string {
  // Postgres cannot store a zero character in a text.
  return withoutSecrets(textOf(error).replaceAll('\u0000', '')).slice(0, LONGEST);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}; ${textOf(error.cause)}`;
}
