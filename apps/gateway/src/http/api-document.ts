import { readFile } from 'node:fs/promises';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** Beside the sources and the build alike; `npm run openapi` writes it. */
const DOCUMENT = new URL('../../openapi.json', import.meta.url);

/** Where people read it. */
const PAGE = '/docs';

/** Serves the OpenAPI document of the whole system, and a page to read it, to anyone. */
export async function serveApiDocument(fastify: FastifyInstance): Promise<void> {
  const text = await readFile(DOCUMENT, 'utf8');
  fastify.get('/openapi.json', { exposeHeadRoute: false }, (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(text),
  );
  await fastify.register(swagger, {
    mode: 'static',
    specification: { document: JSON.parse(text) as StaticDocumentSpec['document'] },
  });
  await fastify.register(swaggerUi, { routePrefix: PAGE });
}
