import { Agent, createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { ConnectionDrain } from './connection-drain.js';

let server: Server;
let connections: ConnectionDrain;
let agent: Agent;
/** Answers the waiting request. */
let answerWaiting: () => void;

beforeEach(async () => {
  server = createServer((incoming, response) => {
    if (incoming.url === '/waits') answerWaiting = () => response.end('at last');
    else response.end('at once');
  });
  connections = new ConnectionDrain(server);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
});

afterEach(() => {
  agent.destroy();
  server.closeAllConnections();
});

function get(path: string, by: Agent | false = agent): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return getFrom(port, path, by);
}

function getFrom(port: number, path: string, by: Agent | false): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, agent: by }, (response) => {
      response.resume();
      response.on('end', () => resolve(response));
    })
      .on('error', reject)
      .end();
  });
}

test('a server without connections drains at once', async () => {
  await connections.drain();
  expect(server.listening).toBe(false);
});

test('a request on an open connection is answered, and the connection then closes', async () => {
  const { port } = server.address() as AddressInfo;
  expect((await get('/')).headers.connection).toBe('keep-alive');
  const drained = connections.drain();
  expect((await getFrom(port, '/', agent)).headers.connection).toBe('close');
  await drained;
});

test('a new connection is refused while a request on an open one is finished', async () => {
  const { port } = server.address() as AddressInfo;
  const waiting = get('/waits');
  await new Promise((resolve) => server.once('request', resolve));
  const drained = connections.drain();
  while (server.listening) await endOfTurn();
  await expect(getFrom(port, '/', false)).rejects.toThrow('ECONNREFUSED');
  answerWaiting();
  const answer = await waiting;
  expect(answer.statusCode).toBe(200);
  // The client does not send the next request on it.
  expect(answer.headers.connection).toBe('close');
  await drained;
});

/** Connects, says so in the shared memory, sends a request, and posts the status line or the error. */
const CLIENT = `
const { parentPort, workerData: { port, shared } } = require('node:worker_threads');
const connected = new Int32Array(shared);
const socket = require('node:net').connect(port, '127.0.0.1', () => {
  socket.write('GET / HTTP/1.1\\r\\nHost: service\\r\\n\\r\\n');
  Atomics.store(connected, 0, 1);
  Atomics.notify(connected, 0);
});
socket.once('data', (data) => parentPort.postMessage(String(data).split('\\r\\n')[0]));
socket.once('error', (error) => parentPort.postMessage(error.code));
`;

test('a connection that was established before is answered, accepted or not', async () => {
  const { port } = server.address() as AddressInfo;
  const shared = new SharedArrayBuffer(4);
  const client = new Worker(CLIENT, { eval: true, workerData: { port, shared } });
  const answer = new Promise((resolve) => client.once('message', resolve));
  // This thread is blocked, so it does not accept the connection.
  Atomics.wait(new Int32Array(shared), 0, 0);
  await connections.drain();
  expect(await answer).toBe('HTTP/1.1 200 OK');
  await client.terminate();
});
