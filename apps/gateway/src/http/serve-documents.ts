import { readdir } from 'node:fs/promises';
import { relative, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTS_BUILD } from '../served-files.js';
import { ASSET_HEADERS } from './asset-headers.js';
import { pagePolicy } from './page-policy.js';

/** The path of the documents; their build has the same base. */
const SITE = '/docs';
const NOT_FOUND = '404.html';
/** Files with a hash in their names, of the site and of the sites of earlier versions in it. */
const ASSET = /^(?:[^/]+\/)?assets\//;

/**
 * Serves the documents to anyone: `/docs/sandbox` is the page `sandbox.html` of their build.
 * @throws Error when the documents are not built
 */
export async function serveDocuments(
  fastify: FastifyInstance,
  folder = DOCUMENTS_BUILD,
): Promise<void> {
  const files = await filesByPath(folder);
  await fastify.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      // Files of an image have the same time in every version.
      etag: false,
      lastModified: false,
      preCompressed: true,
    });
    scope.get(SITE, (_request, reply) => reply.redirect(`${SITE}/`, 308));
    scope.get<{ Params: { '*': string } }>(`${SITE}/*`, (request, reply) => {
      const file = files.get(request.params['*']);
      if (file !== undefined && ASSET.test(file))
        return reply.headers(ASSET_HEADERS).sendFile(file);
      return reply
        .code(file === undefined ? 404 : 200)
        .header('content-security-policy', pagePolicy())
        .sendFile(file ?? NOT_FOUND);
    });
  });
}

/** The files of the build, by their paths in the site: a page's path has no suffix. */
async function filesByPath(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await entriesOf(folder))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.gz'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  return new Map(
    files.map((file) => [file.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1'), file]),
  );
}

async function entriesOf(folder: string) {
  try {
    return await readdir(folder, { recursive: true, withFileTypes: true });
  } catch (cause) {
    throw new Error('the documents are not built: run `npm run build -w apps/docs`', { cause });
  }
}
