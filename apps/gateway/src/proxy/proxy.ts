import type { StatefulServiceName } from '@ndx/contracts';
import { callInSpan, REQUEST_ID_HEADER, type RequestContext } from '@ndx/telemetry';
import { PRINCIPAL_HEADER } from '@ndx/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { UpstreamLoad } from '../metrics/gateway-metrics.js';
import type { Route } from '../routing/route.js';
import type { UpstreamAnswer } from './one-exchange.js';
import { requestHeaders, responseHeaders } from './passed-headers.js';
import { Upstream, type UpstreamOptions } from './upstream.js';

/** The headers that the gateway sets on requests to services. */
export type GatewayHeaders = Required<
  Pick<RequestContext, 'requestId' | 'traceparent' | 'principalHeader'>
>;

/** Forwards a request to a service and returns its response, byte for byte (design 3). */
export class Proxy {
  private readonly upstreams: ReadonlyMap<StatefulServiceName, Upstream>;

  constructor(urls: ReadonlyMap<StatefulServiceName, string>, options: UpstreamOptions) {
    this.upstreams = new Map(
      [...urls].map(([service, url]) => [service, new Upstream(service, url, options)]),
    );
  }

  /**
   * @param onBlocked called when the request blocked the process of its service
   * @throws OPERATION_FAILED without a complete response; nothing is sent to the caller then
   */
  async pass(
    { service, path }: Pick<Route, 'service' | 'path'>,
    request: FastifyRequest,
    reply: FastifyReply,
    word: GatewayHeaders,
    onBlocked: () => void,
  ): Promise<void> {
    const { raw, body, span } = request;
    // Node sends the response to a HEAD without its body, and with its length (RFC 9110, 9.3.2).
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const upstream = this.upstreamOf(service);
    const answer = await callInSpan(
      { method, route: path, service, address: upstream.address },
      (traceparent = word.traceparent) =>
        upstream.send(
          {
            method,
            path: raw.url ?? '/',
            headers: requestHeaders(raw.rawHeaders, {
              [PRINCIPAL_HEADER]: word.principalHeader,
              [REQUEST_ID_HEADER]: word.requestId,
              traceparent,
            }),
            body: Buffer.isBuffer(body) ? body : null,
          },
          { institution: request.context?.entityId ?? '', response: reply.raw, onBlocked },
        ),
      span,
    );
    if (request.isCut === true) cut(reply);
    else giveBack(answer, reply);
  }

  /** Requests to each service by state. */
  loads(): UpstreamLoad[] {
    return [...this.upstreams.values()].map(({ load }) => load);
  }

  async close(): Promise<void> {
    await Promise.all([...this.upstreams.values()].map((upstream) => upstream.close()));
  }

  private upstreamOf(service: StatefulServiceName): Upstream {
    const upstream = this.upstreams.get(service);
    if (!upstream) throw new Error(`the gateway has no address of the ${service} service`);
    return upstream;
  }
}

/** Closes the connection of a request that the service has processed. */
function cut(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

/** Bypasses the framework, which would add a content type or a length. */
function giveBack({ status, headers, body }: UpstreamAnswer, reply: FastifyReply) {
  reply.hijack();
  reply.raw.writeHead(status, {
    ...responseHeaders(headers),
    // The gateway's own headers take precedence: request id, rate limits.
    ...ownHeaders(reply),
    ...(mayHaveBody(status) && { 'content-length': body.length }),
  });
  reply.raw.end(body);
}

function ownHeaders(reply: FastifyReply): Record<string, string | string[]> {
  const own: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) own[name] = typeof value === 'number' ? String(value) : value;
  }
  return own;
}

function mayHaveBody(status: number): boolean {
  return status !== 204 && status !== 304;
}
