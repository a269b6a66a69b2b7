import { spanContextOf } from '../tracing/traceparent.js';
import type { RequestContext } from './request-context.js';

/** The fields that assign a log line to its request. */
export interface LogFields {
  readonly request_id: string | undefined;
  /** The entity id of the calling institution. */
  readonly institution: string | undefined;
  readonly trace_id: string | undefined;
}

/** The fields of every log line during a request; undefined ones are omitted. */
export function logFields(context: Partial<RequestContext>): LogFields {
  return {
    request_id: context.requestId,
    institution: context.entityId,
    trace_id: spanContextOf(context.traceparent)?.traceId,
  };
}
