import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { IDEMPOTENCY_KEY_HEADER } from '@ndx/api';
import { RequestShapeError } from '@ndx/api';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body, where the idempotency key needs it to detect a different request. */
    rawBody?: Buffer;
  }
}

const KEY_HEADER = IDEMPOTENCY_KEY_HEADER.toLowerCase();

/**
 * Deeper than any request of the interface, and far below the depth at which recursion overflows
 * the stack.
 */
const MAX_DEPTH = 100;

/**
 * Bodies must be JSON (contract 1). An empty body is undefined, whatever its content type: some
 * operations need none.
 */
export function takeJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.decorateRequest('rawBody', undefined);
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // Invalid UTF-8 would be read, and stored, with replacement characters.
    if (!Buffer.isBuffer(body) || !isUtf8(body)) {
      done(new RequestShapeError('body', [], 'must be JSON in UTF-8'));
      return undefined;
    }
    if (request.headers[KEY_HEADER] !== undefined) request.rawBody = body;
    const json = body.toString();
    if (json === '') done(null, undefined);
    else if (isTooDeep(json)) done(tooDeep());
    else return parseJson(request, json, done);
    return undefined;
  });
}

function tooDeep(): RequestShapeError {
  return new RequestShapeError('body', [], `must not be nested deeper than ${MAX_DEPTH} levels`);
}

function isTooDeep(json: string): boolean {
  // Each level takes two characters, so most bodies need no check.
  if (json.length <= 2 * MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth > MAX_DEPTH) return true;
        break;
      case ']':
      case '}':
        depth -= 1;
        break;
      default:
        break;
    }
  }
  return false;
}

/** The index of the quote that ends a text: the next one that is not escaped. */
function endOfText(json: string, from: number): number {
  let at = from + 1;
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
