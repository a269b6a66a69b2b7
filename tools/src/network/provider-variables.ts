import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { UsageError } from '@ndx/command-line';
import { declaredVariables } from './declared-services.js';

/** Without them, nobody can sign in to an empty system. */
const REQUIRED = ['TOKEN_ISSUER', 'CLIENT_ID', 'BOOTSTRAP_ORG_ID', 'BOOTSTRAP_SUBJECT'];

/**
 * The variables in a file with a line `NAME=value` for each.
 * @throws UsageError for a file that cannot be read, an unknown variable, or without a required one
 */
export function providerVariables(file: string): Record<string, string> {
  const given = Object.entries(parseEnv(textOf(file))).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, value] as const],
  );
  const names = given.map(([name]) => name);
  const known = declaredVariables();
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) throw new UsageError(`${file}: no process has a variable ${unknown}`);
  const missing = REQUIRED.find((name) => !names.includes(name));
  if (missing !== undefined) throw new UsageError(`${file}: ${missing} is missing`);
  return Object.fromEntries(given);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`--provider ${file}: ${reason}`, { cause: error });
  }
}
