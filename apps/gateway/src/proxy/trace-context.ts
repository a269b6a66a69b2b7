import { randomBytes } from 'node:crypto';

const VALID = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's `traceparent` when it is a valid one, else that of a new trace (W3C Trace Context). */
export function traceparentFrom(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && VALID.test(header) ? header : newTraceparent();
}

function newTraceparent(): string {
  const ids = randomBytes(24).toString('hex');
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-01`;
}
