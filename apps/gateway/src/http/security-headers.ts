import type { FastifyInstance } from 'fastify';

/**
 * Headers of every response: it is private to its caller and is data, not a page. Routes that serve
 * something else, such as the API document, override them.
 */
const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export type SecurityHeaders = Readonly<Record<string, string>>;

/** @param hstsSeconds `max-age` of Strict-Transport-Security; 0 sends none */
export function securityHeaders(hstsSeconds: number): SecurityHeaders {
  if (hstsSeconds === 0) return HEADERS;
  return { ...HEADERS, 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` };
}

/** Adds the headers to every response, including errors. */
export function addSecurityHeaders(fastify: FastifyInstance, headers: SecurityHeaders): void {
  fastify.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
