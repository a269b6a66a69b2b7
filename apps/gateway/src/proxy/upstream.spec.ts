import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { Upstream } from './upstream.js';

const REQUEST = { method: 'POST', path: '/', headers: [], body: null };
const CALLER = {
  institution: 'a-bank',
  response: new EventEmitter(),
  onBlocked: () => {
    throw new Error('no request blocked a process');
  },
};

let replica: TestHttpServer;
/** Round robin between a replica and one that accepts connections and never responds. */
let balancer: Server;
let upstream: Upstream;
const sockets = new Set<Socket>();

beforeEach(async () => {
  replica = await startHttpServer((_request, response) => {
    response.end('answered');
  });
  let turn = 0;
  balancer = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    turn += 1;
    if (turn % 2 === 1) {
      client.resume();
      return;
    }
    const target = connect(Number(new URL(replica.url).port), '127.0.0.1');
    sockets.add(target);
    client.pipe(target).pipe(client);
  });
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve));
  const { port } = balancer.address() as AddressInfo;
  const options = { connections: 16, concurrency: 16, timeoutMs: 3_000 };
  upstream = new Upstream('entity', `http://127.0.0.1:${port}`, options);
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await upstream.close();
  await new Promise((resolve) => balancer.close(resolve));
  await replica.stop();
});

test('while a replica does not respond, the other one answers all later requests', async () => {
  await expect(upstream.send(REQUEST, CALLER)).rejects.toThrow('did not answer');

  const answers = await Promise.all(
    Array.from({ length: 10 }, () => upstream.send(REQUEST, CALLER)),
  );
  expect(answers.map(({ body }) => body.toString())).toEqual(Array(10).fill('answered'));
});

/** A service with one turn: a request to /slow waits until its response is released. */
async function withOneTurn(
  onProbe: (response: ServerResponse) => void,
  check: (busy: Upstream, release: () => void) => Promise<void>,
): Promise<void> {
  const held: ServerResponse[] = [];
  const service = await startHttpServer(({ method, url }, response) => {
    if (method === 'HEAD') onProbe(response);
    if (url === '/slow') held.push(response);
    else response.end('answered');
  });
  const options = { connections: 2, concurrency: 1, timeoutMs: 60_000 };
  const busy = new Upstream('entity', service.url, options);
  try {
    await check(busy, () => held.pop()?.end('later'));
  } finally {
    await busy.close();
    await service.stop();
  }
}

test('a request without a response for a second gives its place to the next one', () =>
  withOneTurn(
    () => {},
    async (busy, release) => {
      const slow = busy.send({ ...REQUEST, path: '/slow' }, CALLER);
      expect((await busy.send(REQUEST, CALLER)).body.toString()).toBe('answered');
      release();
      expect((await slow).body.toString()).toBe('later');
    },
  ));

test('a connection that a stopping replica closes after the probe gets no request', async () => {
  let probes = 0;
  const closeFirst = (response: ServerResponse) => {
    probes += 1;
    response.shouldKeepAlive = probes > 1;
  };
  await withOneTurn(closeFirst, async (busy, release) => {
    const slow = busy.send({ ...REQUEST, path: '/slow' }, CALLER);
    expect((await busy.send(REQUEST, CALLER)).body.toString()).toBe('answered');
    expect(probes).toBe(2);
    release();
    await slow;
  });
});
