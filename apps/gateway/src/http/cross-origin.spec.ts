import { expect, test } from '@jest/globals';
import { useGateway } from '../testing/gateway-fixture.js';

const PATH = '/v1/products/kyb_certificate/query';
const CONSOLE = 'https://console.example';

const gateway = useGateway({ CORS_ORIGINS: `http://localhost:3000,${CONSOLE}` });

function preflight(origin: string) {
  return gateway.send(PATH, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type,idempotency-key,x-network-id',
    },
  });
}

test('a gateway allows scripts of an allowed origin to send the headers of the interface, without a token in the preflight', async () => {
  const { status, headers } = await preflight(CONSOLE);
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
  expect(headers.get('access-control-allow-methods')).toContain('POST');
  const sendable = headers.get('access-control-allow-headers')?.split(', ');
  expect(sendable).toEqual(
    expect.arrayContaining(['authorization', 'content-type', 'idempotency-key', 'x-network-id']),
  );
  expect(headers.get('access-control-allow-credentials')).toBeNull();
  expect(gateway.service.received).toEqual([]);
});

test('a gateway allows scripts of an allowed origin to read responses and headers, also of errors', async () => {
  for (const authorization of [await gateway.bearer(), '']) {
    const { headers } = await gateway.get('/v1/products', authorization, { origin: CONSOLE });
    expect(headers.get('access-control-allow-origin')).toBe(CONSOLE);
    expect(headers.get('vary')?.toLowerCase()).toContain('origin');
    expect(headers.get('access-control-expose-headers')).toContain('x-ref-id');
  }
});

test('a gateway allows scripts of other origins to read nothing', async () => {
  for (const origin of ['https://console.example.evil.example', 'null']) {
    expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull();
    const answer = await gateway.get('/v1/products', await gateway.bearer(), { origin });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('a gateway treats OPTIONS without a preflight as an unknown operation', async () => {
  const ask = async (authorization: string) =>
    (await gateway.send(PATH, { method: 'OPTIONS', headers: { authorization } })).status;
  expect([await ask(''), await ask(await gateway.bearer())]).toEqual([401, 404]);
});

test('a gateway allows nothing without origins, and rejects a preflight like any request', async () => {
  await gateway.restart({ CORS_ORIGINS: '' });
  const { status, headers } = await preflight(CONSOLE);
  expect([status, headers.get('access-control-allow-origin')]).toEqual([401, null]);
});
