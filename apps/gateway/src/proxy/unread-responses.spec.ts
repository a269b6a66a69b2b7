import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { useGateway } from '../testing/gateway-fixture.js';

const gateway = useGateway({ REQUEST_TIMEOUT_MS: '6000', UPSTREAM_TIMEOUT_MS: '60000' });

/** As many as the gateway serves to one institution at a time. */
const CLIENTS = 30;
/** More than the buffers of a connection hold. */
const BODY = Buffer.alloc(8 * 1_048_576);

test('clients that read nothing of their responses are disconnected, and counted', async () => {
  gateway.service.answer = (_received, response) => response.end(BODY);
  const { port } = new URL(gateway.url);
  const lines = ['GET /v1/products HTTP/1.1', 'Host: localhost'];
  const request = [...lines, `Authorization: ${await gateway.bearer()}`, '', ''].join('\r\n');
  let closed = 0;
  const clients = Array.from({ length: CLIENTS }, () => {
    const client = connect(Number(port), '127.0.0.1');
    client.pause();
    client.write(request);
    return client;
  });
  await eventually(
    async () => {
      expect(await gateway.figures()).toMatch(/^http_unread_responses_total\S* 30$/m);
    },
    { timeoutMs: 120_000 },
  );
  // A paused client sees its end when it reads what the buffers hold.
  for (const client of clients) {
    client.on('error', () => undefined);
    client.on('close', () => (closed += 1));
    client.resume();
  }
  await eventually(() => expect(closed).toBe(CLIENTS));
});
