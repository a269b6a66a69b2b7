import { DomainError } from '@ndx/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** `uri-host [ ":" port ]` of RFC 3986, with a host. */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w\-.~!$&'()*+,;=]|%[\da-f]{2})+)(?::\d*)?$/i;

const VERSIONS = ['1.0', '1.1'];

/**
 * Rejects requests that Node's parser accepts and a proxy could read differently (RFC 9112): 400
 * for a `Host` that is missing, malformed or sent twice (section 3.2), 501 for a transfer coding
 * other than `chunked` (section 6.1), 505 for another version than 1.0 or 1.1: HTTP/2 is not text.
 */
export function checkFraming(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const { headers, rawHeaders, httpVersion } = request.raw;
    const coding = headers['transfer-encoding'];
    if (!VERSIONS.includes(httpVersion)) {
      refuse(505, 'only HTTP/1.0 and HTTP/1.1 are implemented', reply);
    } else if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
      // The parser runs first and rejects some of them itself.
      setImmediate(() => refuseCoding(coding, request, reply));
    } else if (isHostValid(request, rawHeaders)) {
      done();
    } else {
      void reply.header('connection', 'close');
      done(new DomainError('invalid_http', 'exactly one valid Host header is required'));
    }
  });
}

function isHostValid({ raw }: FastifyRequest, rawHeaders: readonly string[]): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length === 0) return raw.httpVersion === '1.0';
  return hosts.length === 1 && HOST.test(raw.headers.host ?? '');
}

/** 400 for a repeated `chunked`, which is a client error; 501 for any other transfer coding. */
function refuseCoding(coding: string, { raw }: FastifyRequest, reply: FastifyReply): void {
  if (!raw.socket.writable) return;
  const codings = coding.toLowerCase().split(',');
  const isRepeated = codings.every((name) => name.trim() === 'chunked');
  refuse(isRepeated ? 400 : 501, 'Transfer-Encoding: only chunked is implemented, once', reply);
}

function refuse(status: 400 | 501 | 505, detail: string, reply: FastifyReply): void {
  void reply.status(status).header('connection', 'close').type('application/json').send({ detail });
}
