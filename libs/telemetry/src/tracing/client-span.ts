import type { ServiceName } from '@ndx/contracts';
import { currentTracer } from './tracer.js';
import { fail, failWith } from './failed-span.js';
import { traceparentOf } from './traceparent.js';
import { context, SpanKind, trace, type Span, type Tracer } from '@opentelemetry/api';
import {
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
} from '@opentelemetry/semantic-conventions';

/** A request to another service, as recorded in a trace. */
export interface TracedCall {
  readonly method: string;
  /** The pattern of its path. */
  readonly route: string;
  readonly service: ServiceName;
  readonly address: ServiceAddress;
}

export interface ServiceAddress {
  readonly host: string;
  readonly port: number;
}

export function addressOf(baseUrl: string): ServiceAddress {
  const { hostname, port, protocol } = new URL(baseUrl);
  return { host: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) };
}

/**
 * Sends a request within its own span, if there is a current span.
 * @param send gets the `traceparent` to send, undefined without a span
 */
export function callInSpan<A extends { readonly status: number }>(
  call: TracedCall,
  send: (traceparent: string | undefined) => Promise<A>,
  caller: Span | undefined = currentTracer() && trace.getActiveSpan(),
): Promise<A> {
  const tracer = currentTracer();
  if (!tracer || caller?.isRecording() !== true) return send(undefined);
  return endWithAnswer(startClientSpan(tracer, call, caller), send);
}

function startClientSpan(
  tracer: Tracer,
  { method, route, service, address }: TracedCall,
  caller: Span,
): Span {
  return tracer.startSpan(
    `${method} ${route}`,
    {
      kind: SpanKind.CLIENT,
      attributes: {
        [ATTR_HTTP_REQUEST_METHOD]: method,
        'url.template': route,
        'service.peer.name': service,
        [ATTR_SERVER_ADDRESS]: address.host,
        [ATTR_SERVER_PORT]: address.port,
      },
    },
    trace.setSpan(context.active(), caller),
  );
}

async function endWithAnswer<A extends { readonly status: number }>(
  span: Span,
  send: (traceparent: string) => Promise<A>,
): Promise<A> {
  try {
    const answer = await send(traceparentOf(span.spanContext()));
    span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, answer.status);
    if (answer.status >= 400) failWith(span, String(answer.status));
    return answer;
  } catch (error) {
    fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}
