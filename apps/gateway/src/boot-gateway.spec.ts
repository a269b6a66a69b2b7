import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { GatewayFixture } from './testing/gateway-fixture.js';

const servers: Server[] = [];
let gateway: GatewayFixture;

beforeEach(async () => {
  gateway = await GatewayFixture.start();
});

afterEach(async () => {
  await gateway.stop();
  for (const server of servers.splice(0)) await closed(server);
});

/** Listens on the given port, or a free one. */
async function take(port = 0): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  await once(server, 'close');
}

test('a metrics port in use ends a gateway before it accepts requests', async () => {
  const [PORT, METRICS_PORT] = [portOf(await take()), portOf(await take())];
  await expect(
    gateway.another({ PORT: String(PORT), METRICS_PORT: String(METRICS_PORT) }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE', port: METRICS_PORT });
});

test('a gateway whose port is in use does not serve metrics', async () => {
  const PORT = portOf(await take());
  const free = await take();
  const METRICS_PORT = portOf(free);
  await closed(free);
  await expect(
    gateway.another({ PORT: String(PORT), METRICS_PORT: String(METRICS_PORT) }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE', port: PORT });
  await take(METRICS_PORT);
});

test('a gateway does not start with one port for both servers', async () => {
  await expect(gateway.another({ PORT: '8080', METRICS_PORT: '8080' })).rejects.toThrow(
    'PORT, METRICS_PORT: they must be different ports',
  );
});

test('the console needs an issuer at which a browser can sign in', async () => {
  await expect(
    gateway.another({ CONSOLE_ENABLED: 'true', TOKEN_ISSUER: 'sign-in.example' }),
  ).rejects.toThrow(
    'CONSOLE_ENABLED, TOKEN_ISSUER: users of the console sign in at an http:// or https:// address',
  );
});
