import { randomUUID } from 'node:crypto';
import type { RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createServer as createTcpServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { CERTIFICATE_OF_NOBODY } from '../testing/certificate-of-nobody.js';
import { aNoticeTo, useNotices } from '../testing/stored-notices.js';
import { LOCAL_RECEIVERS, useReceivers } from '../testing/receivers.js';
import { useQueryService } from '../testing/use-query-service.js';

const service = useQueryService({ variables: LOCAL_RECEIVERS });
const strict = useQueryService({ variables: { NOTICE_HTTP_RECEIVERS: 'true' } });
const notices = useNotices(service);
const strictNotices = useNotices(strict);
const receivers = useReceivers();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** The last attempt of the one delivery to an endpoint. */
async function attemptTo(endpoint: string, at = service) {
  const [row] = await at.sql(
    'select state, response_status, failure from notice_delivery where endpoint_id = $1',
    [endpoint],
  );
  return row;
}

async function anEndpoint(url: string, at = service) {
  const who = member(randomUUID(), 'querier');
  const { body } = await at.call(who, 'POST', '/v1/notice-endpoints', { url });
  return { who, id: String(body['endpoint_id']) };
}

/** Sends a notice to a hostile receiver, and then one to another institution, which arrives. */
async function sendTo(url: string) {
  const hostile = await anEndpoint(url);
  await notices.store(aNoticeTo(hostile.who), aNoticeTo(hostile.who), aNoticeTo(hostile.who));
  const receiver = await receivers.start();
  const other = await anEndpoint(receiver.url);
  await notices.store(aNoticeTo(other.who));
  await eventually(() => expect(receiver.ids).toHaveLength(1), { timeoutMs: 5_000 });
  return hostile.id;
}

/** A server of bytes on a free port of the loopback interface. */
async function aTcpServer(serve: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const endlessly = (response: ServerResponse) => {
  const chunk = Buffer.alloc(65_536, 'a');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
};

describe('a receiver delays no other one, and gets no more than a request, that', () => {
  test.each<[string, RequestListener, object]>([
    [
      'answers 500',
      (_, response) => response.writeHead(500).end(),
      { state: 'pending', response_status: 500, failure: null },
    ],
    [
      'answers with an endless body, of which only the status counts',
      (_, response) => {
        response.writeHead(200);
        endlessly(response);
      },
      { state: 'delivered', response_status: 200, failure: null },
    ],
    [
      'closes the connection',
      (request) => request.socket.destroy(),
      { state: 'pending', response_status: null, failure: 'connection_failed' },
    ],
  ])('%s', async (_, answer, outcome) => {
    const { url } = await receivers.start(answer);
    const id = await sendTo(url);
    await eventually(async () => expect(await attemptTo(id)).toEqual(outcome));
  });

  test('redirects, which is not followed', async () => {
    const target = await receivers.start();
    const { url } = await receivers.start((_, response) =>
      response.writeHead(307, { location: target.url }).end(),
    );
    const id = await sendTo(url);
    await eventually(async () => {
      expect(await attemptTo(id)).toMatchObject({ state: 'pending', response_status: 307 });
    });
    expect(target.received).toEqual([]);
  });

  test('answers nothing', async () => {
    const id = await sendTo(await aTcpServer(() => undefined));
    await eventually(
      async () => expect(await attemptTo(id)).toMatchObject({ failure: 'timed_out' }),
      { timeoutMs: 30_000 },
    );
  });

  test('sends a byte of its answer from time to time', async () => {
    const url = await aTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      const timer = setInterval(() => socket.write('x'), 500);
      socket.on('close', () => clearInterval(timer));
    });
    const id = await sendTo(url);
    await eventually(
      async () => expect(await attemptTo(id)).toMatchObject({ failure: 'timed_out' }),
      { timeoutMs: 30_000 },
    );
  });

  test('sends endless headers', async () => {
    const url = await aTcpServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = () => {
        while (socket.writable && socket.write(`x: ${'x'.repeat(8_000)}\r\n`));
      };
      socket.on('drain', more);
      more();
    });
    const id = await sendTo(url);
    await eventually(async () => {
      expect(await attemptTo(id)).toMatchObject({ failure: 'invalid_response' });
    });
  });

  test('does not speak HTTP', async () => {
    const id = await sendTo(await aTcpServer((socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n')));
    await eventually(async () => {
      expect(await attemptTo(id)).toMatchObject({ failure: 'invalid_response' });
    });
  });

  test('has a certificate of nobody', async () => {
    const tls = await receivers.start(undefined, (listener) =>
      createTlsServer(CERTIFICATE_OF_NOBODY, listener),
    );
    const id = await sendTo(tls.url.replace('http:', 'https:'));
    await eventually(async () => {
      expect(await attemptTo(id)).toMatchObject({ failure: 'tls_failed' });
    });
    expect(tls.received).toEqual([]);
  });
});

describe('a receiver gets no connection that', () => {
  test('has the name of a private address', async () => {
    const receiver = await receivers.start();
    const { port } = new URL(receiver.url);
    const { who, id } = await anEndpoint(`http://localhost:${port}/`, strict);
    await strictNotices.store(aNoticeTo(who));
    await eventually(async () => {
      expect(await attemptTo(id, strict)).toMatchObject({ failure: 'forbidden_address' });
    });
    expect(receiver.received).toEqual([]);
  });

  test('has a private address that was permitted when the endpoint was created', async () => {
    const receiver = await receivers.start();
    const { who, id } = await anEndpoint('https://bank.example.com/', strict);
    await strict.sql('update notice_endpoint set url = $2 where endpoint_id = $1', [
      ...[id, receiver.url],
    ]);
    await strictNotices.store(aNoticeTo(who));
    await eventually(async () => {
      expect(await attemptTo(id, strict)).toMatchObject({ failure: 'forbidden_address' });
    });
    expect(receiver.received).toEqual([]);
  });

  test('has a name without an address', async () => {
    const { who, id } = await anEndpoint('https://receiver.invalid/', strict);
    await strictNotices.store(aNoticeTo(who));
    await eventually(async () => {
      expect(await attemptTo(id, strict)).toMatchObject({ failure: 'name_not_resolved' });
    });
  });
});
