import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { bytesOverSocket, parseAnswer } from '@ndx/testing';
import { useGateway } from '../testing/gateway-fixture.js';

const gateway = useGateway();
let bearer: string;

beforeAll(async () => {
  bearer = await gateway.bearer();
});
beforeEach(() => {
  gateway.service.received.length = 0;
});

async function answerTo(lines: readonly string[], { version = '1.1', body = '' } = {}) {
  const head = [
    `POST /v1/institution-attestation HTTP/${version}`,
    `authorization: ${bearer}`,
    'connection: close',
    ...lines,
  ];
  return parseAnswer(await bytesOverSocket(gateway.url, `${head.join('\r\n')}\r\n\r\n${body}`));
}

describe('Host', () => {
  test.each([
    ['none', []],
    ['two', ['host: gateway', 'host: gateway']],
    ['two that differ in case', ['host: a', 'HOST: b']],
    ['empty', ['host: ']],
    ['a list', ['host: a, b']],
    ['with a path', ['host: a/b']],
    ['with a user', ['host: user@a']],
    ['with a port that is no number', ['host: a:b']],
    ['with a space', ['host: a b']],
  ])('a request with %s is a 400', async (_case, lines) => {
    const { status, body } = await answerTo(lines);
    expect([status, JSON.parse(body)]).toEqual([
      400,
      expect.objectContaining({ error_code: 'VALIDATION_ERROR', request_id: expect.any(String) }),
    ]);
    expect(gateway.service.received).toEqual([]);
  });

  test.each(['gateway', 'api.exchange.example:443', '127.0.0.1:', '[::1]:8080', 'a_b%20c'])(
    'a request to %s is served',
    async (host) => {
      expect((await answerTo([`host: ${host}`])).status).toBe(200);
    },
  );

  test('HTTP/1.0 needs none', async () => {
    expect((await answerTo([], { version: '1.0' })).status).toBe(200);
  });
});

describe('the version', () => {
  test.each(['0.9', '2.0'])('a request as text in HTTP/%s is a 505', async (version) => {
    const { status, headers, body } = await answerTo(['host: a'], { version });
    expect([status, headers['connection'], JSON.parse(body)]).toEqual([
      505,
      'close',
      { detail: 'only HTTP/1.0 and HTTP/1.1 are implemented' },
    ]);
    expect(gateway.service.received).toEqual([]);
  });
});

describe('Transfer-Encoding', () => {
  const chunked = '2\r\n{}\r\n0\r\n\r\n';

  test.each([
    ['gzip, chunked', 501],
    ['identity, chunked', 501],
    ['x-unknown, chunked', 501],
    ['chunked, chunked', 400],
    ['gzip', 400],
    ['chunked, gzip', 400],
  ])('%s is a %i, and nothing is passed on', async (coding, expected) => {
    const { status, body } = await answerTo(['host: a', `transfer-encoding: ${coding}`], {
      body: chunked,
    });
    expect([status, JSON.parse(body)]).toEqual([
      expected,
      expect.objectContaining({ detail: expect.any(String) }),
    ]);
    expect(gateway.service.received).toEqual([]);
  });

  test('with a length is a 400', async () => {
    const lines = ['host: a', 'transfer-encoding: chunked', 'content-length: 2'];
    expect((await answerTo(lines, { body: chunked })).status).toBe(400);
  });

  test('chunked is served, in any case', async () => {
    const lines = ['host: a', 'transfer-encoding: Chunked'];
    expect((await answerTo(lines, { body: chunked })).status).toBe(200);
    expect(gateway.service.last().body.toString()).toBe('{}');
  });
});
