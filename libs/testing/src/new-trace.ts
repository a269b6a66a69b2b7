import { randomBytes } from 'node:crypto';

/** A trace that a caller has begun. */
export interface CallersTrace {
  readonly traceId: string;
  /** The id of the caller's span. */
  readonly spanId: string;
  /** The value of the header of that name. */
  readonly traceparent: string;
}

/** @param flags whether its caller records it */
export function newTrace(flags: '00' | '01' = '01'): CallersTrace {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-${flags}` };
}
