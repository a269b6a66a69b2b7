import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { useGateway } from '../testing/gateway-fixture.js';

const gateway = useGateway();

/** The bytes received until the gateway closes the connection. */
async function answerTo(bytes: string): Promise<{ readonly head: string; readonly body: unknown }> {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  return { head, body: JSON.parse(body) };
}

test('headers beyond the limit are a 413 in the shape of every error', async () => {
  const long = 'x'.repeat(300_000);
  const { head, body } = await answerTo(`GET /health?${long} HTTP/1.1\r\nhost: gateway\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 413 /);
  expect(body).toEqual({
    detail: 'the request line and the headers are too large',
    error_code: 'PAYLOAD_TOO_LARGE',
    reason: 'head_too_large',
    request_id: /x-request-id: (\S+)/.exec(head)?.[1],
  });
});

test('a request that is not HTTP is a 400 in the shape of every error', async () => {
  const { head, body } = await answerTo('not http at all\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 /);
  expect(body).toMatchObject({ error_code: 'VALIDATION_ERROR', request_id: expect.any(String) });
});
