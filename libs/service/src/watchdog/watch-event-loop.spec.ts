import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const INSTITUTION = '27237ed7-ba3b-5c6d-9ec5-a5caa49d7206';

/** A process with the request pipeline of a service, and requests that block it; it runs the build. */
const PROCESS = `
  import { pbkdf2Sync } from 'node:crypto';
  import { setImmediate } from 'node:timers/promises';
  import Fastify from 'fastify';
  import { takeJsonOnly } from './dist/http/json-bodies.js';
  import { recordRequests } from './dist/http/record-requests.js';
  import { addRequestHooks } from './dist/http/request-hooks.js';
  import { watchEventLoop } from './dist/watchdog/watch-event-loop.js';

  const server = Fastify();
  const principal = { account_id: 'an account', entity_id: '${INSTITUTION}' };
  takeJsonOnly(server);
  recordRequests(server, { observe: () => undefined }, { isLogged: () => false });
  addRequestHooks(server, { verify: () => ({ kind: 'account', principal }) });
  const blocking = {
    loop: function spin() { for (;;); },
    pattern: function match() { /^(a+)+$/.test('a'.repeat(50) + 'b'); },
    native: function derive() { pbkdf2Sync('a', 'b', 2 ** 31 - 1, 64, 'sha512'); },
  };
  server.addHook('onRequest', ({ url }, _reply, done) => {
    if (url.endsWith('/head')) blocking.loop();
    done();
  });
  server.post('/waiting/:id', (_request, reply) => {
    reply.hijack();
    reply.raw.flushHeaders();
  });
  server.post('/blocking/:way', async ({ params }) => {
    await setImmediate();
    blocking[params.way]();
  });
  await watchEventLoop('consent', 1_000);
  await server.listen({ port: 0, host: '127.0.0.1' });
  process.stderr.write('http://127.0.0.1:' + server.server.address().port);
`;

let child: ChildProcess;
let url: string;
let output: Promise<string>;
let ended: Promise<unknown[]>;

beforeEach(async () => {
  const args = ['--input-type=module', '-e', PROCESS];
  const cwd = join(__dirname, '..', '..');
  const started = spawn(process.execPath, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child = started;
  output = text(started.stdout);
  ended = once(started, 'exit');
  const [address] = (await once(started.stderr, 'data')) as [Buffer];
  url = address.toString();
});

afterEach(() => {
  child.kill('SIGKILL');
});

function post(path: string, requestId: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'x-request-id': requestId };
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Blocks the process by the last of several requests; the others wait for their responses. */
async function block(way: string, waiting = 2) {
  const others = await Promise.all(
    Array.from({ length: waiting }, (_, at) =>
      post(`/waiting/${at + 1}`, `waiting-${at + 1}`, { id: at + 1 }),
    ),
  );
  const blocking = post(`/blocking/${way}`, 'blocking', { a: 'secret' });
  const [answer] = await Promise.allSettled([blocking]);
  const [status, signal] = await ended;
  const lines = (await output).trimEnd().split('\n');
  await Promise.all(others.map((each) => expect(each.text()).rejects.toThrow('terminated')));
  return { answer, status, signal, line: JSON.parse(lines.join()) as Record<string, unknown> };
}

const WAITING = { operation: 'POST /waiting/{id}', institution: INSTITUTION, body_bytes: 8 };

test.each([
  ['an endless loop', 'loop', 'spin'],
  ['a long regular expression', 'pattern', 'match'],
  ['an endless loop before the body has arrived', 'head', 'spin'],
])(
  'a process in %s logs the request with its stack, and exits with status 70',
  async (_, way, frame) => {
    const { answer, status, line } = await block(way);

    expect(status).toBe(70);
    expect(line).toMatchObject({
      level: 60,
      service: 'consent',
      request_id: 'blocking',
      institution: INSTITUTION,
      operation: 'POST /blocking/{way}',
      body_bytes: 14,
      exit_status: 70,
      in_flight_count: 3,
      msg: 'event loop blocked; ending the process',
    });
    expect(line['in_flight']).toEqual(
      expect.arrayContaining([1, 2].map((id) => ({ ...WAITING, request_id: `waiting-${id}` }))),
    );
    expect(line['stack']).toEqual(expect.arrayContaining([expect.stringContaining(`${frame} (`)]));
    // Only the blocking request gets a response.
    const response = answer.status === 'fulfilled' ? answer.value : undefined;
    expect(response?.headers.get('x-internal-stuck')).toBe('1');
    expect([response?.status, await response?.json()]).toMatchObject([
      500,
      { error_code: 'OPERATION_FAILED', request_id: 'blocking' },
    ]);
  },
);

test('a process names the request that blocks it among a hundred others', async () => {
  const { answer, line } = await block('loop', 100);

  expect(line).toMatchObject({ request_id: 'blocking', in_flight_count: 101 });
  const response = answer.status === 'fulfilled' ? answer.value : undefined;
  expect(response?.headers.get('x-internal-stuck')).toBe('1');
});

test('a process that is not in JavaScript is killed; its line has no stack, and the requests in flight', async () => {
  const { status, signal, line } = await block('native');

  expect([status, signal]).toEqual([null, 'SIGKILL']);
  expect(line['stack']).toBe('not available: the process runs code that is not JavaScript');
  expect(line['in_flight']).toMatchObject([
    { request_id: 'blocking', operation: 'POST /blocking/{way}', body_bytes: 14 },
    WAITING,
    WAITING,
  ]);
});
