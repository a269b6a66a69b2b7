import { spanContextOf } from '../tracing/traceparent.js';
import type { RequestContext } from './request-context.js';

/** What says of a log line to which request it belongs. */
export interface LogFields {
  readonly request_id: string | undefined;
  /** The entity id of the calling institution. */
  readonly institution: string | undefined;
  readonly trace_id: string | undefined;
}

/** The fields of every line that is written while a request is served; undefined ones are not shown. */
export function logFields(context: Partial<RequestContext>): LogFields {
  return {
    request_id: context.requestId,
    institution: context.entityId,
    trace_id: spanContextOf(context.traceparent)?.traceId,
  };
}
