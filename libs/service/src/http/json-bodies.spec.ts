import { describe, expect, test } from '@jest/globals';
import { quoted } from '@ndx/contracts';
import { fastify } from 'fastify';
import { takeJsonOnly } from './json-bodies.js';
import { RequestShapeError } from '@ndx/api';

/** The parsed body of a request, or its error. */
async function received(body: string | Buffer): Promise<unknown> {
  const server = fastify();
  takeJsonOnly(server);
  server.post('/', (request) => ({ body: request.body }));
  server.setErrorHandler((error, _, reply) =>
    reply.send({ refusal: error instanceof RequestShapeError ? error.detail : String(error) }),
  );
  const headers = { 'content-type': 'application/json' };
  const answer = await server.inject({ method: 'POST', url: '/', headers, payload: body });
  await server.close();
  return answer.json();
}

const nested = (depth: number, core = '') => `${'['.repeat(depth)}${core}${']'.repeat(depth)}`;
const LONG = 'k'.repeat(1_000);
const TOO_DEEP = { refusal: 'body: must not be nested deeper than 100 levels' };

describe('a body', () => {
  test('that is not UTF-8 is rejected, not read with replacement characters', async () => {
    expect(await received(Buffer.from('{"name":"caf\xe9"}', 'latin1'))).toEqual({
      refusal: 'body: must be JSON in UTF-8',
    });
    expect(await received('{"name":"café"}')).toEqual({ body: { name: 'café' } });
  });

  test('may be nested a hundred levels deep', async () => {
    expect(await received(nested(100))).toEqual({ body: JSON.parse(nested(100)) as unknown });
  });

  test.each([101, 500_000])('of %i levels is rejected before it is parsed', async (n) => {
    expect(await received(nested(n))).toEqual(TOO_DEEP);
    expect(await received(nested(n, '"]]]]"'))).toEqual(TOO_DEEP);
  });

  test('may have any number of brackets in texts, and of sibling objects', async () => {
    const body = { text: '[{"'.repeat(1000), list: Array.from({ length: 1000 }, () => [{}]) };
    expect(await received(JSON.stringify(body))).toEqual({ body });
  });

  test.each([
    ['{"a":1,"b":2,"a":3}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a\\"b":1,"c":"\\\\","a\\"b":2}', 'a"b'],
    ['{"":1,"":2}', ''],
    ['{"list":[{"a":1},{"a":{"b":1,"c":[],"b":2}}]}', 'list -> 1 -> a -> b'],
    ['[[],[0,{"a":1,"a":1}]]', '1 -> 1 -> a'],
    [`{"${LONG}":1,"${LONG}":1}`, quoted(LONG)],
  ])('with a repeated name is rejected: %s', async (body, path) => {
    expect(await received(body)).toEqual({ refusal: `body -> ${path}: must not be given twice` });
  });

  test('may repeat names in different objects, and as values', async () => {
    const body = { a: 'a', b: { a: 'b', list: [{ a: 1 }, { a: 1 }, 'a', 'a'] }, c: ['a', 'b'] };
    expect(await received(JSON.stringify(body))).toEqual({ body });
  });

  test.each([
    ['{"__proto__":{"admin":true}}', '__proto__'],
    ['{"\\u005f_proto__":null}', '__proto__'],
    ['{"a":[{"b":{"__proto__":1}}]}', 'a -> 0 -> b -> __proto__'],
  ])('with a member __proto__ is rejected as an unknown member: %s', async (body, path) => {
    expect(await received(body)).toEqual({ refusal: `body -> ${path}: is not a known field` });
  });

  test('with __proto__ as a value, or a constructor with a prototype, is data', async () => {
    const body = '{"a":"__proto__","constructor":{"prototype":1}}';
    expect(await received(body)).toEqual({ body: JSON.parse(body) as unknown });
  });

  test.each(['{"a":1', '{"a":1 "b"}', '{"\\x":1}', '{"a', ']', '}{', '"', ',,', '\\"'])(
    'that is malformed is rejected: %s',
    async (body) => {
      expect(await received(body)).toEqual({ refusal: expect.stringMatching(/JSON/) });
    },
  );

  test('that is empty is undefined', async () => {
    expect(await received('')).toEqual({});
  });
});
