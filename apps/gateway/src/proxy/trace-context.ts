import { randomBytes } from '@ndx/contracts';
import { isTraceparent } from '@ndx/telemetry';

/** A random id has one of these forms with a probability of less than one in a million. */
const ZERO_PADDED_NUMBER = /^0{8}\d+$/;
const PRINTABLE = /^[\x20-\x7e]+$/;

/**
 * The caller's `traceparent`, when it is valid (W3C Trace Context) and its ids can be random: a
 * text or a number in their place may be a secret, and would be logged and traced.
 */
export function traceparentFrom(
  header: string | readonly string[] | undefined,
): string | undefined {
  return typeof header === 'string' && isTraceparent(header) && !holdsData(header)
    ? header
    : undefined;
}

/** The context of a new, unsampled trace. */
export function newTraceparent(): string {
  const ids = randomBytes(24).toString('hex');
  return `00-${ids.slice(0, 32)}-${ids.slice(32)}-00`;
}

function holdsData(traceparent: string): boolean {
  const [, traceId = '', spanId = ''] = traceparent.split('-');
  return [traceId, spanId].some(
    (id) =>
      ZERO_PADDED_NUMBER.test(id) ||
      (id.length === 32 && PRINTABLE.test(Buffer.from(id, 'hex').toString('latin1'))),
  );
}
