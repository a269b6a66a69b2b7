import type { ConfigSpec } from './load-config.js';
import { isLoopback } from './is-loopback.js';
import { isPostgresAddress } from './variable-kinds.js';

/**
 * The variables with the URL of a Postgres database whose connections are not encrypted and verified
 * in full (`sslmode=verify-full`). A server on the own machine, or at a socket, needs neither.
 */
export function unverifiedDatabases(
  spec: ConfigSpec,
  values: Readonly<Record<string, unknown>>,
): string[] {
  return Object.entries(spec)
    .filter(([, variable]) => isPostgresAddress(variable))
    .map(([name]) => name)
    .filter((name) => isUnverified(values[name]));
}

/**
 * Warns of each such variable, in production.
 * @param warn gets a sentence that names the variable, without its value
 */
export function warnOfUnverifiedDatabases(
  spec: ConfigSpec,
  values: Readonly<Record<string, unknown>>,
  warn: (sentence: string) => void,
): void {
  if (values['ENVIRONMENT'] !== 'production') return;
  for (const name of unverifiedDatabases(spec, values)) {
    warn(
      `${name} is without sslmode=verify-full: its connections may be in clear text, or to another server`,
    );
  }
}

function isUnverified(address: unknown): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const url = new URL(address);
  const isSocket = url.hostname === '' || url.searchParams.get('host')?.startsWith('/') === true;
  if (isSocket || isLoopback(address)) return false;
  return url.searchParams.get('sslmode') !== 'verify-full';
}
