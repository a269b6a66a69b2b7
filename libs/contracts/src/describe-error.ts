import { withoutSecrets } from './without-secrets.js';

const LONGEST = 4_000;

/** The text that is kept with a dead letter: what happened, and what caused it. */
export function describeError(error: unknown): string {
  // Postgres keeps no zero character in a text.
  return withoutSecrets(textOf(error).replaceAll('\u0000', '')).slice(0, LONGEST);
}

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}; ${textOf(error.cause)}`;
}
