import { afterEach, expect, test } from '@jest/globals';
import { Deployment, type Reply } from '../testing/deployment.js';
import { Client, NotReachedError, TokenRefusedError } from './client.js';
import { get, post, withQuery } from './request.js';

let deployment: Deployment | undefined;
afterEach(() => deployment?.stop());

async function start(...replies: Reply[]): Promise<Deployment> {
  deployment = await Deployment.start(() => replies.shift() ?? {});
  return deployment;
}

test('a request carries the token, a request id and JSON', async () => {
  const { url, received } = await start();
  const client = new Client(`${url}/base/`, { own: 'mine', other: 'theirs' });
  await client.send(post('/path', { a: 1 }, { as: 'other' }));
  await client.send(get(withQuery('/path', { a: 'b c', d: undefined }), { as: 'nobody' }));
  expect(received).toMatchObject([
    {
      method: 'POST',
      path: '/base/path',
      body: '{"a":1}',
      headers: {
        authorization: 'Bearer theirs',
        'content-type': 'application/json',
        'x-request-id': expect.stringMatching(/^conformance-/),
      },
    },
    { method: 'GET', path: '/base/path?a=b+c', body: '' },
  ]);
  expect(received[1]?.headers).not.toHaveProperty('authorization');
});

test('a rate-limited request is retried after Retry-After', async () => {
  const { url, received } = await start({ status: 429, headers: { 'retry-after': '0' } }, {});
  expect(await new Client(url, {}).send(get('/'))).toMatchObject({ status: 200 });
  expect(received).toHaveLength(2);
});

test('a request with a Retry-After date is retried after it', async () => {
  const soon = new Date(Date.now() + 1_500).toUTCString();
  const { url, received } = await start({ status: 429, headers: { 'retry-after': soon } }, {});
  expect(await new Client(url, {}).send(get('/'))).toMatchObject({ status: 200 });
  expect(received).toHaveLength(2);
});

test('an interrupted response counts as unreachable', async () => {
  const { url } = await start({ body: { whole: true }, breaksOff: true });
  await expect(new Client(url, {}).send(get('/'))).rejects.toThrow(NotReachedError);
});

test('an unreachable deployment is reported', async () => {
  const { url } = await start();
  await deployment?.stop();
  await expect(new Client(url, {}).send(get('/health'))).rejects.toThrow(NotReachedError);
  deployment = undefined;
});

const EXPIRED: Reply = { status: 401, body: { detail: 'Invalid or expired token' } };

test('an expired token is read again, once, and the request is repeated', async () => {
  const { url, received } = await start(EXPIRED, { body: { a: 1 } });
  const client = new Client(url, { own: 'old' }, () => 'new');
  expect(await client.send(get('/'))).toMatchObject({ status: 200 });
  expect(received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer old',
    'Bearer new',
  ]);
  expect(client.tokens.own).toBe('new');
});

test.each([
  ['there is no newer one', undefined],
  ['the newer one is the same', 'old'],
  ['the newer one is rejected, too', 'new'],
])('a rejected token ends the run when %s', async (_why, newer) => {
  const { url } = await start(EXPIRED, EXPIRED);
  const client = new Client(url, { own: 'old' }, () => newer);
  await expect(client.send(get('/'))).rejects.toThrow(TokenRefusedError);
});

test('a token that should be rejected is not read again', async () => {
  const { url } = await start(EXPIRED);
  const client = new Client(url, { expired: 'old' });
  expect(await client.send(get('/', { as: 'expired' }))).toMatchObject({ status: 401 });
});

test('the error names the cause of a failed connection', async () => {
  const { url } = await start();
  await deployment?.stop();
  deployment = undefined;
  await expect(new Client(url, {}).send(get('/health'))).rejects.toThrow(/ECONNREFUSED/);
});
