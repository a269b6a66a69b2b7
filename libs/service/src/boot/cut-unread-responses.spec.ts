import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { cutUnreadResponses } from './cut-unread-responses.js';

const TIMEOUT_MS = 2_000;
/** More than the buffers of both sockets hold. */
const BODY = Buffer.alloc(64 * 1_048_576);
const STEP = 8 * 1_048_576;

let server: Server;
let client: Socket;
let cut: number;
let answerAfterMs: number;

beforeEach(async () => {
  cut = 0;
  answerAfterMs = 0;
  server = createServer((_request, response) => {
    setTimeout(() => response.end(BODY), answerAfterMs);
  });
  cutUnreadResponses(server, TIMEOUT_MS, () => (cut += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
});

afterEach(async () => {
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
});

const ask = () => client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test('a client that reads nothing is disconnected', async () => {
  client.pause();
  ask();
  await eventually(async () => expect([cut, await connections()]).toEqual([1, 0]));
});

test('a client that reads slowly gets the whole response', async () => {
  let received = 0;
  let since = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
    since += chunk.length;
    // More than the buffers hold, so that the server sends more; the pauses add up to the timeout.
    if (since < STEP) return;
    since = 0;
    client.pause();
    setTimeout(() => client.resume(), TIMEOUT_MS / 4);
  });
  ask();
  await once(client, 'end');
  expect(received).toBeGreaterThan(BODY.length);
  expect(cut).toBe(0);
});

test('a response that takes longer than the timeout to begin is sent', async () => {
  answerAfterMs = 2 * TIMEOUT_MS;
  ask();
  let received = 0;
  client.on('data', (chunk) => (received += chunk.length));
  await once(client, 'end');
  expect(received).toBeGreaterThan(BODY.length);
  expect(cut).toBe(0);
});
