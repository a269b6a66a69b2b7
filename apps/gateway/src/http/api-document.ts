import { readFile } from 'node:fs/promises';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_DOCUMENT } from '../served-files.js';
import { pagePolicy } from './page-policy.js';
import { PublishedDocument } from './published-document.js';

/** The path of the reference page, beside the documents. */
const PAGE = '/docs/reference';

/** Serves the OpenAPI document of the whole system, and a page to read it, to anyone. */
export async function serveApiDocument(fastify: FastifyInstance): Promise<void> {
  const text = await readFile(API_DOCUMENT, 'utf8');
  const document = new PublishedDocument(text);
  fastify.get('/openapi.json', (request, reply) => document.answer(request, reply));
  await fastify.register(swagger, {
    mode: 'static',
    specification: { document: JSON.parse(text) as StaticDocumentSpec['document'] },
  });
  await fastify.register(swaggerUi, { routePrefix: PAGE, staticCSP: pagePolicy() });
}
