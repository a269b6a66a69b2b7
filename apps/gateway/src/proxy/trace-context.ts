import { randomBytes } from '@ndx/contracts';
import { isTraceparent } from '@ndx/telemetry';

/** The caller's `traceparent`, when it is a valid one (W3C Trace Context). */
export function traceparentFrom(
  header: string | readonly string[] | undefined,
): string | undefined {
  return typeof header === 'string' && isTraceparent(header) ? header : undefined;
}

/** That of a new trace, which nothing records: who hands it out would have to, to begin with. */
export function newTraceparent(): string {
  const ids = randomBytes(24).toString('hex');
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}
