import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER } from '@ndx/api';
import { RequestShapeError } from '@ndx/api';
import { requestsInFlight } from '../watchdog/requests-in-flight.js';
import { bodyFault } from './request-bounds.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body, where the idempotency key needs it to detect a different request. */
    rawBody?: Buffer;
  }
}

const KEY_HEADER = IDEMPOTENCY_KEY_HEADER.toLowerCase();

/** Services send each other lists that no client may send, such as the members of networks. */
const MAX_INTERNAL_MEMBERS = 250_000;

/**
 * Bodies must be JSON (contract 1). An empty body is undefined, whatever its content type: some
 * operations need none.
 */
export function takeJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.decorateRequest('rawBody', undefined);
  // `bodyFault` rejects the names that this option is for.
  const parseJson = fastify.getDefaultJsonParser('ignore', 'ignore');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Invalid UTF-8 would be read, and stored, with replacement characters.
    if (!Buffer.isBuffer(body) || !isUtf8(body)) {
      done(new RequestShapeError('body', [], 'must be JSON in UTF-8'));
      return undefined;
    }
    if (request.headers[KEY_HEADER] !== undefined) request.rawBody = body;
    const json = body.toString();
    if (json === '') {
      done(null, undefined);
      return undefined;
    }
    const isInternal = request.url.startsWith('/internal/');
    return requestsInFlight.handle(request.context?.place, () => {
      const fault = bodyFault(json, isInternal ? MAX_INTERNAL_MEMBERS : undefined);
      if (fault === undefined) return parseJson(request, json, done);
      done(fault);
      return undefined;
    });
  });
}
