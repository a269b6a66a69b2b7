import { readFile } from 'node:fs/promises';
import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { API_DOCUMENT } from '../served-files.js';
import { PublishedDocument } from './published-document.js';

/** The path of the reference page. */
const PAGE = '/docs';

/** The page may run only its own scripts; the library sets styles and images within the page. */
const PAGE_POLICY = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self' 'unsafe-inline'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
};

/** Serves the OpenAPI document of the whole system, and a page to read it, to anyone. */
export async function serveApiDocument(fastify: FastifyInstance): Promise<void> {
  const text = await readFile(API_DOCUMENT, 'utf8');
  const document = new PublishedDocument(text);
  fastify.get('/openapi.json', (request, reply) => document.answer(request, reply));
  await fastify.register(swagger, {
    mode: 'static',
    specification: { document: JSON.parse(text) as StaticDocumentSpec['document'] },
  });
  const staticCSP = Object.entries(PAGE_POLICY)
    .map((directive) => directive.join(' '))
    .join('; ');
  await fastify.register(swaggerUi, { routePrefix: PAGE, staticCSP });
}
