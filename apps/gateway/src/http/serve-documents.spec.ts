import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { addSecurityHeaders, securityHeaders } from './security-headers.js';
import { serveDocuments } from './serve-documents.js';

const SCRIPT = 'console.info("documents");';
const BUILD = {
  'dist/index.html': '<title>Home</title>',
  'dist/404.html': '<title>Not found</title>',
  'dist/sandbox.html': '<title>Sandbox</title>',
  'dist/decisions/index.html': '<title>Decisions</title>',
  'dist/events/asyncapi.json': '{}',
  'dist/assets/app.1a2b.js': SCRIPT,
  'dist/assets/app.1a2b.js.gz': gzipSync(SCRIPT),
  'dist/v0.1.0/index.html': '<title>Earlier</title>',
  'dist/v0.1.0/assets/app.3c4d.js': SCRIPT,
  'dist/v0.1.0/assets/app.3c4d.js.gz': gzipSync(SCRIPT),
  'secret.html': 'outside the build',
};

let folder: string;
let server: FastifyInstance;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'documents-'));
  for (const [file, content] of Object.entries(BUILD)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), content);
  }
  server = fastify();
  addSecurityHeaders(server, securityHeaders(0));
  await serveDocuments(server, join(folder, 'dist'));
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const get = (url: string) => server.inject({ url, headers: { 'accept-encoding': 'gzip' } });

test.each([
  ['/docs/', 'Home'],
  ['/docs/sandbox', 'Sandbox'],
  ['/docs/sandbox?from=search', 'Sandbox'],
  ['/docs/decisions/', 'Decisions'],
  ['/docs/v0.1.0/', 'Earlier'],
])('%s is a page that runs only its own scripts, and is not cached', async (path, title) => {
  const { statusCode, headers, body } = await get(path);
  expect([statusCode, body]).toEqual([200, `<title>${title}</title>`]);
  expect(headers['content-type']).toMatch('text/html');
  expect(headers['cache-control']).toBe('no-store');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]),
  );
});

test.each(['/docs/assets/app.1a2b.js', '/docs/v0.1.0/assets/app.3c4d.js'])(
  'a file with a hash in its name is cached for a year, and sent compressed: %s',
  async (path) => {
    const { headers } = await get(path);
    expect(headers).toMatchObject({
      'content-encoding': 'gzip',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching('javascript'),
    });
  },
);

test('a file that documents link to is at its path', async () => {
  const { statusCode, headers } = await get('/docs/events/asyncapi.json');
  expect([statusCode, headers['content-type']]).toEqual([200, expect.stringMatching('json')]);
});

test('the address without a slash leads to the home page', async () => {
  const { statusCode, headers } = await get('/docs');
  expect([statusCode, headers.location]).toEqual([308, '/docs/']);
});

test.each([
  '/docs/absent',
  '/docs/decisions',
  '/docs/assets/absent.js',
  '/docs/assets/app.1a2b.js.gz',
  '/docs/../secret',
  '/docs/..%2fsecret',
  '/docs/%2e%2e/secret.html',
  '/docs/assets/..%5c..%5csecret.html',
  '/docs/%00',
])('another path is a 404: %s', async (path) => {
  const { statusCode, body } = await get(path);
  expect(statusCode).toBe(404);
  expect(body).not.toContain('outside');
});

test('documents that are not built are reported at the start', async () => {
  await expect(serveDocuments(fastify(), join(folder, 'absent'))).rejects.toThrow(
    'run `npm run build -w apps/docs`',
  );
});
