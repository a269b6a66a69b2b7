import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { request } from 'undici';
import { useGateway } from '../testing/gateway-fixture.js';

const gateway = useGateway();

/** Raw bytes: `fetch` would decompress them. */
async function read(headers: Record<string, string> = {}) {
  const answer = await request(`${gateway.url}/openapi.json`, { headers });
  return { ...answer, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

test('the document is compressed for clients that accept it, with the same content', async () => {
  const plain = await read();
  const packed = await read({ 'accept-encoding': 'br, gzip;q=0.5' });
  expect([plain, packed].map(({ headers }) => headers['content-encoding'])).toEqual([
    undefined,
    'gzip',
  ]);
  expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
  expect(packed.bytes.length * 4).toBeLessThan(plain.bytes.length);
  expect(
    (await read({ 'accept-encoding': 'gzip;q=0' })).headers['content-encoding'],
  ).toBeUndefined();
});

test('the document is cacheable, and a request with a current copy gets a 304', async () => {
  const { headers } = await read({ 'accept-encoding': 'gzip' });
  expect(headers['cache-control']).toMatch(/^public, max-age=\d+$/);
  expect(headers['vary']).toBe('accept-encoding');
  const etag = String(headers['etag']);
  const again = await read({ 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${etag}` });
  expect([again.statusCode, again.bytes.length]).toEqual([304, 0]);
  // The tag identifies one representation.
  expect((await read({ 'if-none-match': etag })).statusCode).toBe(200);
});
