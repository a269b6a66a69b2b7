import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { DEVELOPMENT_CLIENT_ID } from '@ndx/config';
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

describe('a gateway in production', () => {
  const boot = (variables: NodeJS.ProcessEnv) =>
    gateway.another({ ENVIRONMENT: 'production', ...variables });

  test.each([
    'http://localhost:8090',
    'http://id.localhost',
    'https://LOCALHOST./realms/bank',
    'http://127.0.0.1:8090',
    'http://127.1',
    'http://0.0.0.0:8090',
    'http://[::1]:8090',
    'http://[::ffff:127.0.0.1]:8090',
  ])('does not start with the issuer %s', async (TOKEN_ISSUER) => {
    await expect(boot({ TOKEN_ISSUER })).rejects.toThrow(
      'ENVIRONMENT, TOKEN_ISSUER: the issuer of production is not at a loopback address',
    );
    await (await gateway.another({ TOKEN_ISSUER })).close();
  });

  test.each([
    { CLIENT_ID: DEVELOPMENT_CLIENT_ID },
    { TOKEN_CLIENTS: `a-robot,${DEVELOPMENT_CLIENT_ID}` },
    { TOKEN_CLIENTS: `a-robot=program,${DEVELOPMENT_CLIENT_ID}=people` },
  ])('does not start with the client of development: %p', async (variables) => {
    await expect(boot(variables)).rejects.toThrow(
      'ENVIRONMENT, CLIENT_ID, TOKEN_CLIENTS: production does not accept the client',
    );
    await (await gateway.another(variables)).close();
  });

  test.each(['https://id.example', 'http://10.0.0.7', 'https://localhost.example', 'a-name'])(
    'starts with the issuer %s',
    async (TOKEN_ISSUER) => {
      await (await boot({ TOKEN_ISSUER })).close();
    },
  );
});

test('the console needs an issuer at which a browser can sign in', async () => {
  await expect(
    gateway.another({ CONSOLE_ENABLED: 'true', TOKEN_ISSUER: 'sign-in.example' }),
  ).rejects.toThrow(
    'CONSOLE_ENABLED, TOKEN_ISSUER: users of the console sign in at an http:// or https:// address',
  );
});
