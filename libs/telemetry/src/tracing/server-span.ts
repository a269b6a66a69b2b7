import type { ServerResponse } from 'node:http';
import { contextOf, traceparentOf } from './traceparent.js';
import { currentTracer } from './tracer.js';
import { failWith } from './failed-span.js';
import { context, ROOT_CONTEXT, SpanKind, trace, type Span } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
} from '@opentelemetry/semantic-conventions';
import type { FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the current request; undefined while tracing is off. */
    span?: Span;
  }
}

/** The incoming trace context. */
export interface ServedRequest {
  readonly requestId: string;
  readonly traceparent: string | undefined;
}

/**
 * Starts the span of a request, which ends with its response; undefined while tracing is off. It
 * has only the pattern of the path: path and query string contain input of a caller.
 */
export function startServerSpan(
  { method, routeOptions }: FastifyRequest,
  { raw: response }: FastifyReply,
  { requestId, traceparent }: ServedRequest,
): Span | undefined {
  const tracer = currentTracer();
  if (!tracer) return undefined;
  // None for an unknown path.
  const route = routeOptions.url;
  const span = tracer.startSpan(
    route === undefined ? method : `${method} ${route}`,
    {
      kind: SpanKind.SERVER,
      attributes: {
        [ATTR_HTTP_REQUEST_METHOD]: method,
        ...(route !== undefined && { [ATTR_HTTP_ROUTE]: route }),
        'exchange.request_id': requestId,
      },
    },
    contextOf(traceparent) ?? ROOT_CONTEXT,
  );
  if (span.isRecording()) response.once('close', () => endServerSpan(span, response));
  return span;
}

/** Runs work with a span as the active one, or without one while tracing is off. */
export function withinSpan<T>(span: Span | undefined, work: () => T): T {
  return span ? context.with(trace.setSpan(context.active(), span), work) : work();
}

/** The span context passed to child spans; undefined while tracing is off. */
export function traceparentFor(span: Span | undefined): string | undefined {
  return span && traceparentOf(span.spanContext());
}

function endServerSpan(span: Span, { statusCode, writableFinished }: ServerResponse): void {
  if (!writableFinished) failWith(span, 'caller_gone');
  else {
    span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, statusCode);
    if (statusCode >= 500) failWith(span, String(statusCode));
  }
  span.end();
}
