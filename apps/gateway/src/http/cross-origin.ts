import cors from '@fastify/cors';
import { IDEMPOTENCY_KEY_HEADER, OPERATIONS } from '@ndx/api';
import { REQUEST_ID_HEADER } from '@ndx/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Seconds for which a browser caches the response to a preflight. */
const PREFLIGHT_SECONDS = 600;

/** Response headers that scripts may read, beside the CORS-safelisted ones. */
const READABLE_HEADERS = [
  REQUEST_ID_HEADER,
  'x-ref-id',
  'answer-signature',
  'idempotency-replayed',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-sandbox-clock',
  'x-sandbox-fault',
  'www-authenticate',
];

/** Headers that a script may send. */
const SENDABLE_HEADERS = [
  'authorization',
  'dpop',
  'content-type',
  IDEMPOTENCY_KEY_HEADER.toLowerCase(),
  REQUEST_ID_HEADER,
  'traceparent',
  ...new Set(OPERATIONS.flatMap(({ request }) => Object.keys(request.headers ?? {}))),
];

/**
 * Lets scripts of the given origins call the interface, and answers their preflights, which have no
 * token. Credentials are tokens that the script sends: there are no cookies.
 *
 * @param origins separated by commas; without any, browsers block access from other pages
 */
export function allowOrigins(fastify: FastifyInstance, origins: string): void {
  if (origins === '') return;
  const allowed = {
    origin: origins.split(','),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [...new Set(SENDABLE_HEADERS)],
    exposedHeaders: READABLE_HEADERS,
    maxAge: PREFLIGHT_SECONDS,
  };
  void fastify.register(cors, {
    delegator: (request, done) => done(null, { ...allowed, preflight: isPreflight(request) }),
  });
}

/** Other OPTIONS requests match no operation and are rejected. */
function isPreflight({ headers }: FastifyRequest): boolean {
  return headers.origin !== undefined && headers['access-control-request-method'] !== undefined;
}
