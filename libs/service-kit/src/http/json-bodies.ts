import type { FastifyInstance } from 'fastify';

/**
 * Bodies are JSON and nothing else (contract 1). An empty one is no body, whatever its type says:
 * there are operations that need none.
 */
export function takeJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  const parseJson = fastify.getDefaultJsonParser('error', 'error');
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body !== '') return parseJson(request, String(body), done);
    done(null, undefined);
    return undefined;
  });
}
