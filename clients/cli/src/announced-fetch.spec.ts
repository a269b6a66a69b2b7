import { expect, test } from '@jest/globals';
import { startHttpServer } from '@ndx/testing';
import { announcedFetch } from './announced-fetch.js';

test('the first request that is not a GET is announced before it is sent, once', async () => {
  const events: string[] = [];
  const server = await startHttpServer(({ method = '' }, response) => {
    events.push(method);
    response.end();
  });
  const announce = async () => {
    await Promise.resolve();
    events.push('announced');
  };
  const send = announcedFetch(fetch, announce);
  try {
    await send(server.url);
    await Promise.all([send(server.url, { method: 'POST' }), send(server.url, { method: 'POST' })]);
    await send(new Request(server.url, { method: 'PUT' }));
  } finally {
    await server.stop();
  }
  expect(events).toEqual(['GET', 'announced', 'POST', 'POST', 'PUT']);
});
