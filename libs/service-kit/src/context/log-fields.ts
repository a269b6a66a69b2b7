import type { RequestContext } from './request-context.js';

/** What says of a log line to which request it belongs. */
export interface LogFields {
  readonly request_id: string | undefined;
  /** The entity id of the calling institution. */
  readonly institution: string | undefined;
  readonly trace_id: string | undefined;
}

const TRACEPARENT = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The fields of every line that is written while a request is served; undefined ones are not shown. */
export function logFields(context: Partial<RequestContext>): LogFields {
  return {
    request_id: context.requestId,
    institution: context.entityId,
    trace_id: TRACEPARENT.exec(context.traceparent ?? '')?.[1],
  };
}
