import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { fastify, type FastifyInstance } from 'fastify';
import { addSecurityHeaders, securityHeaders } from './security-headers.js';
import { serveConsole } from './serve-console.js';

const SCRIPT = 'console.info("console");';

let folder: string;
let server: FastifyInstance;
let url: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'console-'));
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'logo.svg'), '<svg/>');
  writeFileSync(join(folder, 'secret.txt'), 'outside the build');
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>Console</title>');
  writeFileSync(join(folder, 'dist', 'session-keeper.js'), SCRIPT);
  writeFileSync(join(folder, 'dist', 'assets', 'app-1a2b.js'), SCRIPT);
  writeFileSync(join(folder, 'dist', 'assets', 'app-1a2b.js.gz'), gzipSync(SCRIPT));
  server = fastify();
  addSecurityHeaders(server, securityHeaders(0));
  await serveConsole(server, {
    issuer: 'https://sign-in.example/realm/',
    clientId: 'exchange',
    scope: 'openid api://exchange/.default',
    dashboardUrl: 'https://grafana.example/d/exchange',
    logsUrl: 'https://grafana.example/explore?request={request_id}',
    name: 'Bank "A" & <B>',
    logoFile: join(folder, 'logo.svg'),
    folder: join(folder, 'dist'),
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each(['/console/', '/console/queries/1', '/console/queries?network=1', '/console/signed-in'])(
  'the page of the console is at %s, and is not cached',
  async (path) => {
    const answer = await fetch(`${url}${path}`);
    expect(await answer.text()).toContain('<title>Console</title>');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  },
);

test('the page runs only its own scripts, connects to the gateway and the identity provider, and is not framed', async () => {
  const { headers } = await fetch(`${url}/console/`);
  const policy = headers.get('content-security-policy')?.split('; ');
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self' https://sign-in.example",
      "frame-ancestors 'none'",
    ]),
  );
  expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test('a file with a hash in its name is cached for a year, and sent compressed', async () => {
  const answer = await fetch(`${url}/console/assets/app-1a2b.js`);
  expect(answer.headers.get('content-encoding')).toBe('gzip');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
  expect(await answer.text()).toBe(SCRIPT);
});

test('the configuration names the identity provider, the client, its scopes, the dashboard and the log lines', async () => {
  const answer = await fetch(`${url}/console/config.json`);
  expect(await answer.json()).toEqual({
    authority: 'https://sign-in.example/realm/',
    client_id: 'exchange',
    scope: 'openid api://exchange/.default',
    dashboard_url: 'https://grafana.example/d/exchange',
    logs_url: 'https://grafana.example/explore?request={request_id}',
    name: 'Bank "A" & <B>',
    logo_url: '/console/logo',
  });
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('the page has the configuration, so that it needs no request for it', async () => {
  const page = await (await fetch(`${url}/console/`)).text();
  const [, content = ''] = /<meta name="console-config" content="([^"]*)"/.exec(page) ?? [];
  expect(
    JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&')),
  ).toEqual(await (await fetch(`${url}/console/config.json`)).json());
});

test('the worker that keeps a session during a reload is a script below the page', async () => {
  const answer = await fetch(`${url}/console/session-keeper.js`);
  expect(answer.headers.get('content-type')).toMatch(/javascript/);
  expect(await answer.text()).toBe(SCRIPT);
});

test('the logo of the deployment is an image', async () => {
  const answer = await fetch(`${url}/console/logo`);
  expect(answer.headers.get('content-type')).toBe('image/svg+xml');
  expect(await answer.text()).toBe('<svg/>');
});

test('a logo that is no image is reported at the start', async () => {
  const settings = { issuer: 'https://sign-in.example', clientId: 'exchange' };
  const logoFile = join(folder, 'secret.txt');
  const served = serveConsole(fastify(), { ...settings, logoFile, folder: join(folder, 'dist') });
  await expect(served).rejects.toThrow(/CONSOLE_LOGO_FILE/);
});

test('the address without a slash leads to the page', async () => {
  const { status, headers } = await fetch(`${url}/console`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([308, '/console/']);
});

test.each([
  '/console/assets/../../secret.txt',
  '/console/assets/..%2f..%2fsecret.txt',
  '/console/assets/%2e%2e/%2e%2e/secret.txt',
  '/console/assets/..%5c..%5csecret.txt',
  '/console/assets//../../secret.txt',
  '/console/assets/%00/../../../secret.txt',
  '/console/assets/absent.js',
  '/console/assets/',
])('no file outside the build is served: %s', async (path) => {
  // `fetch` would normalise the path.
  const { status, text } = await new Promise<{ status?: number; text: string }>(
    (resolve, reject) => {
      request(url, { path }, (answer) => {
        let text = '';
        answer.on('data', (part: Buffer) => (text += part.toString()));
        answer.on('end', () =>
          resolve({ ...(answer.statusCode && { status: answer.statusCode }), text }),
        );
      })
        .on('error', reject)
        .end();
    },
  );
  expect(text).not.toContain('outside the build');
  expect(text).not.toContain('<title>');
  expect(status).toBeGreaterThanOrEqual(400);
});

test('a console that is not built is reported at the start', async () => {
  const settings = { issuer: 'https://sign-in.example', clientId: 'exchange', folder };
  await expect(serveConsole(fastify(), settings)).rejects.toThrow(/CONSOLE_ENABLED=false/);
});
