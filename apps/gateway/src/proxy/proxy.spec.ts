import { get } from 'node:http';
import { gzipSync } from 'node:zlib';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { request } from 'undici';
import { exchangeOverSocket } from '@ndx/testing';
import { GatewayFixture, useGateway, seen } from '../testing/gateway-fixture.js';

const READ = '/v1/products';
const WRITE = '/v1/institution-attestation';
const NOT_UTF8 = Buffer.from([0x7b, 0x00, 0xff, 0xfe, 0xc3, 0x28, 0x0d, 0x0a, 0x7d]);

const gateway = useGateway({ MAX_BODY_BYTES: '10000', UPSTREAM_TIMEOUT_MS: '300' });
let bearer: string;

beforeAll(async () => {
  bearer = await gateway.bearer();
});

beforeEach(() => {
  gateway.service.received.length = 0;
  gateway.service.answer = (_received, response) => response.end('{}');
});

/** Raw requests: `fetch` would decompress responses and set its own headers. */
async function post(body: Buffer, headers: Record<string, string> = {}) {
  const answer = await request(`${gateway.url}${WRITE}`, {
    method: 'POST',
    body,
    headers: { authorization: bearer, ...headers },
  });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe('a forwarded request', () => {
  test.each([
    ['JSON', 'application/json', Buffer.from('{ "a" : 1.0, "a": 2 }\n')],
    ['malformed JSON', 'application/json', Buffer.from('{"a":')],
    ['bytes that are no text', 'application/json; charset=latin1', NOT_UTF8],
    ['another type of content', 'application/octet-stream', NOT_UTF8],
  ])('has the body byte for byte: %s', async (_case, type, body) => {
    expect((await post(body, { 'content-type': type })).statusCode).toBe(200);
    const received = gateway.service.last();
    expect(received.body).toEqual(body);
    expect(received.headers['content-type']).toBe(type);
    expect(received.headers['content-length']).toBe(String(body.length));
  });

  test('keeps a compressed body', async () => {
    const packed = gzipSync('{"a":1}');
    await post(packed, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expect(gateway.service.last().body).toEqual(packed);
    expect(gateway.service.last().headers['content-encoding']).toBe('gzip');
  });

  test('keeps a body without a content type', async () => {
    await post(NOT_UTF8);
    expect(gateway.service.last().body).toEqual(NOT_UTF8);
  });

  test('has an empty body when there is none', async () => {
    expect((await post(Buffer.alloc(0), { 'content-type': 'application/json' })).statusCode).toBe(
      200,
    );
    expect(gateway.service.last().body).toHaveLength(0);
  });

  test('has the path and the query string as received', async () => {
    const path = '/v1/consent/consumer/a%2Fb%20c?network_id=%41&x=1&x=2&empty=&flag&%zz';
    await gateway.get(path, bearer);
    expect(gateway.service.last().url).toBe(path);
  });

  test('has none of the headers that only the gateway may set', async () => {
    await gateway.get(READ, bearer, {
      'X-Principal': 'forged',
      'X-Internal-Entity': 'forged',
      traceparent: 'forged',
      'X-Network-Id': 'kept',
    });
    const { headers } = gateway.service.last();
    expect(JSON.stringify(headers)).not.toContain('forged');
    expect(headers['x-network-id']).toBe('kept');
    expect(headers['traceparent']).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
  });

  test('has none of them in any other spelling', async () => {
    const lines = [
      'X-PRINCIPAL',
      'x_principal',
      'X-Principal',
      'x-pRiNcIpAl',
      'X_Internal_Entity',
      'X-INTERNAL-ENTITY',
      'X_Request_Id',
    ];
    await exchangeOverSocket(gateway.url + READ, [
      `authorization: ${bearer}`,
      ...lines.flatMap((name) => [`${name}: forged`, `${name}: forged too`]),
    ]);
    expect(JSON.stringify(gateway.service.last().headers)).not.toContain('forged');
  });

  test('has no hop-by-hop headers, including the ones that `Connection` names', async () => {
    // Node's own client sends the request, because undici sets its own connection headers.
    await new Promise((resolve, reject) => {
      const headers = { authorization: bearer, connection: 'close, X-Private', 'x-private': '1' };
      get(`${gateway.url}${READ}`, { headers: { ...headers, te: 'trailers' } }, resolve)
        .on('error', reject)
        .end();
    });
    const { headers } = gateway.service.last();
    expect(headers).not.toHaveProperty('x-private');
    expect(headers).not.toHaveProperty('te');
  });

  test("continues the caller's trace", async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    await gateway.get(READ, bearer, { traceparent });
    expect(gateway.service.last().headers['traceparent']).toBe(traceparent);
  });
});

describe('a returned response', () => {
  test('is passed back byte for byte, with its status and headers', async () => {
    const packed = gzipSync('{"a":1}');
    gateway.service.answer = (_received, response) => {
      response.writeHead(409, {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        'x-ref-id': 'a-reference',
        'set-cookie': ['a=1', 'b=2'],
      });
      response.end(packed);
    };
    const answer = await post(NOT_UTF8);
    expect(answer.statusCode).toBe(409);
    expect(answer.bytes).toEqual(packed);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'content-length': String(packed.length),
      'x-ref-id': 'a-reference',
      'set-cookie': ['a=1', 'b=2'],
    });
  });

  test('may be empty, with its reference', async () => {
    gateway.service.answer = (_received, response) => {
      response.writeHead(204, { 'x-ref-id': 'a-reference' }).end();
    };
    const answer = await post(NOT_UTF8);
    expect(answer.statusCode).toBe(204);
    expect(answer.bytes).toHaveLength(0);
    expect(answer.headers['x-ref-id']).toBe('a-reference');
    expect(answer.headers).not.toHaveProperty('content-type');
    expect(answer.headers).not.toHaveProperty('content-length');
  });
});

describe('a request id', () => {
  test('in a valid format is passed on and returned', async () => {
    const answer = await gateway.get(READ, bearer, { 'X-Request-Id': 'order-17' });
    expect(answer.headers.get('x-request-id')).toBe('order-17');
    expect(gateway.service.last().headers['x-request-id']).toBe('order-17');
  });

  test('is generated when it is absent or invalid', async () => {
    for (const sent of [undefined, 'a b', 'x'.repeat(200)]) {
      const answer = await gateway.get(READ, bearer, { ...(sent && { 'X-Request-Id': sent }) });
      const minted = answer.headers.get('x-request-id');
      expect(minted).toMatch(/^[0-9a-f-]{36}$/);
      expect(gateway.service.last().headers['x-request-id']).toBe(minted);
    }
  });

  test('is returned with errors too', async () => {
    const refused = await gateway.get(READ, undefined, { 'X-Request-Id': 'order-18' });
    expect(refused.status).toBe(401);
    expect(refused.headers.get('x-request-id')).toBe('order-18');
  });
});

describe('a service that does not respond', () => {
  const FAILED = { status: 500, body: { error_code: 'OPERATION_FAILED', request_id: 'order-19' } };
  const send = () => gateway.send(WRITE, { method: 'POST', body: '{}', headers: headers() });
  const headers = () => ({ authorization: bearer, 'x-request-id': 'order-19' });

  test('in time causes OPERATION_FAILED, without a retry', async () => {
    gateway.service.answer = () => undefined;
    expect(await seen(send())).toMatchObject(FAILED);
    expect(gateway.service.received).toHaveLength(1);
  });

  test('completely causes OPERATION_FAILED, without a retry', async () => {
    gateway.service.answer = (_received, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{', () => response.destroy());
    };
    expect(await seen(send())).toMatchObject(FAILED);
    expect(gateway.service.received).toHaveLength(1);
  });

  test('at all causes OPERATION_FAILED', async () => {
    const alone = await GatewayFixture.start({ ATTESTATION_URL: 'http://127.0.0.1:1' });
    try {
      const answer = alone.get(WRITE, await alone.bearer(), { 'x-request-id': 'order-19' });
      expect(await seen(answer)).toMatchObject(FAILED);
    } finally {
      await alone.stop();
    }
  });
});

describe('a body that is too large', () => {
  const TOO_LARGE = {
    status: 413,
    body: { error_code: 'PAYLOAD_TOO_LARGE', request_id: expect.any(String) },
  };

  test('by its declared length is rejected before it is read', async () => {
    const answer = gateway.send(WRITE, {
      method: 'POST',
      body: Buffer.alloc(10_001),
      headers: { authorization: bearer },
    });
    expect(await seen(answer)).toMatchObject(TOO_LARGE);
    expect(gateway.service.received).toHaveLength(0);
  });

  test('without a length is rejected while it is read', async () => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(Buffer.alloc(10_001));
        controller.close();
      },
    });
    const headers = { authorization: bearer };
    const answer = gateway.send(WRITE, { method: 'POST', body, duplex: 'half', headers });
    expect(await seen(answer)).toMatchObject(TOO_LARGE);
    expect(gateway.service.received).toHaveLength(0);
  });

  test('gets a 401 without authentication', async () => {
    const answer = gateway.send(WRITE, { method: 'POST', body: Buffer.alloc(10_001) });
    expect((await answer).status).toBe(401);
  });
});
