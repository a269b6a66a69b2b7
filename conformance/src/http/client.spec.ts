import { afterEach, expect, test } from '@jest/globals';
import { Deployment, type Reply } from '../testing/deployment.js';
import { Client, NotReachedError } from './client.js';
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

test('a request that came too soon is sent again after the time that it was told', async () => {
  const { url, received } = await start({ status: 429, headers: { 'retry-after': '0' } }, {});
  expect(await new Client(url, {}).send(get('/'))).toMatchObject({ status: 200 });
  expect(received).toHaveLength(2);
});

test('a deployment whose answer breaks off is not reached', async () => {
  const { url } = await start({ body: { whole: true }, breaksOff: true });
  await expect(new Client(url, {}).send(get('/'))).rejects.toThrow(NotReachedError);
});

test('a deployment that is not there is not reached', async () => {
  const { url } = await start();
  await deployment?.stop();
  await expect(new Client(url, {}).send(get('/health'))).rejects.toThrow(NotReachedError);
  deployment = undefined;
});
