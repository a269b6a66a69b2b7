import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startHttpServer, type TestHttpServer } from '@ndx/testing';
import { connect } from './session.js';

let gateway: TestHttpServer;
/** What `readCaller` answers. */
let caller: object | undefined;
/** Requests that are not a GET, and lines on standard error. */
let events: string[];

beforeEach(async () => {
  events = [];
  gateway = await startHttpServer(({ method = '' }, response) => {
    if (method !== 'GET') events.push(method);
    response.writeHead(caller ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(caller ?? {}));
  });
  jest.spyOn(process.stderr, 'write').mockImplementation((line) => {
    events.push(String(line).replace(gateway.url, 'URL'));
    return true;
  });
  const variables = { NDX_URL: gateway.url, NDX_TOKEN: 't' };
  jest.replaceProperty(process, 'env', { ...process.env, ...variables });
});

afterEach(async () => {
  jest.restoreAllMocks();
  await gateway.stop();
});

test.each([
  ['production is shown', { environment: 'production' }, ['production: URL\n']],
  ['a gateway that names no environment is shown', {}, ['unknown environment: URL\n']],
  ['a gateway that rejects the question is shown', undefined, ['unknown environment: URL\n']],
  ['a sandbox is not shown', { environment: 'sandbox' }, []],
])('before the first change, %s', async (_what, answered, shown) => {
  caller = answered;
  const ndx = await connect();
  await Promise.allSettled([ndx.request({ method: 'GET', path: '/v1/networks' })]);
  expect(events).toEqual([]);
  await Promise.allSettled([ndx.request({ method: 'DELETE', path: '/v1/networks' })]);
  expect(events).toEqual([...shown, 'DELETE']);
});
