import { randomUUID } from 'node:crypto';
import { textIn } from '../http/answer.js';
import { get, post } from '../http/request.js';
import { cases } from '../run/cases.js';
import { all, envelope, shapeError, shapeErrorWithin, status, that } from '../run/expect.js';
import type { Kit } from '../kit/kit.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { ENDPOINTS, requestTo } from './endpoints.js';
import { KYB_FURNISH, KYB_QUERY } from './kyb/business.js';

const PATHS = [...new Set(ENDPOINTS.map(({ path }) => path))];

const NO_JSON = ['{', '{"network_ids": [}', 'null', '[]', '"text"', '7'];

/** JSON of which parsers keep one value, or set another property than the text states. */
const AMBIGUOUS = [
  ['a member twice', '{"a":1,"a":1}', 'body -> a'],
  ['a member twice in a list', '{"a":[{"b":{"c":1,"\\u0063":2}}]}', 'body -> a -> 0 -> b -> c'],
  ['a member __proto__', '{"__proto__":{}}', 'body -> __proto__'],
] as const;

const NO_REQUEST_IDS = [
  ['far too long', 'x'.repeat(2_000)],
  ['of several words', 'two words'],
  ['markup', '<b>id</b>'],
] as const;

/** Contract 7.1 and 7.4, and the edges of design 11; the conditions of 7.5 are with their endpoints. */
export const errorRows: readonly Row[] = [
  ...ENDPOINTS.filter(({ hasBody }) => hasBody).flatMap((endpoint) =>
    cases(
      '7.4',
      NO_JSON.map((text) => ({
        group: 'a body that is no JSON object is a 422',
        says: `${endpoint.method} ${endpoint.path} with the body ${text} is a 422`,
        request: () => ({ ...requestTo(endpoint), text }),
        expect: shapeErrorWithin('body'),
      })),
    ),
  ),
  ...ENDPOINTS.filter(({ hasBody }) => hasBody).flatMap((endpoint) =>
    cases(
      'design 11',
      AMBIGUOUS.map(([what, text, place]) => ({
        group: 'a member that is repeated, or named __proto__, is a 422 that names it',
        says: `${endpoint.method} ${endpoint.path} with ${what} is a 422`,
        request: () => ({ ...requestTo(endpoint), text }),
        expect: shapeError(place),
      })),
    ),
  ),
  ...PATHS.flatMap((path) =>
    cases('design 11', [
      {
        group: 'another method than the listed ones is a 404',
        says: `PATCH ${path} is a 404`,
        request: () => requestTo({ method: 'PATCH', path }),
        expect: envelope('RESOURCE_NOT_FOUND'),
      },
    ]),
  ),
  ...cases('7.4', [
    {
      says: 'only the first of several faults is reported',
      request: () => post(KYB_QUERY, { network_ids: 7, policy_id: 7, business_id: 7 }),
      expect: all(
        status(422),
        that('one field in detail', ({ body }) => {
          const detail = textIn(body, 'detail');
          const names = ['network_ids', 'policy_id', 'business_id'];
          return names.filter((name) => detail.includes(name)).length === 1;
        }),
      ),
    },
    {
      says: 'errors of one field are distinguished: missing, or of another type',
      request: (kit) => post(KYB_QUERY, { network_ids: [kit.networkId], business_id: 7 }),
      expect: async (answer, kit) => {
        shapeError('body -> business_id')(answer);
        const other = await kit.send(post(KYB_QUERY, { network_ids: 7 }));
        shapeError('body -> network_ids')(other);
        const missing = await kit.send(post(KYB_QUERY, {}));
        shapeError('body -> network_ids')(missing);
        const messages = [other, missing].map(({ body }) => textIn(body, 'detail'));
        if (messages[0] !== messages[1]) return;
        throw new Mismatch('another message for each fault', messages.join(' and '), missing);
      },
    },
    {
      says: 'an empty body where one is needed is a 422',
      request: () => post(KYB_QUERY, undefined, { text: '' }),
      expect: shapeErrorWithin('body'),
    },
  ]),
  ...cases('7.5', [
    {
      says: 'text that a database cannot store is rejected without a 500',
      request: (kit) =>
        post('/v1/networks/policies/querying', {
          network_id: kit.networkId,
          product_id: randomUUID(),
          name: 'nul \u0000',
        }),
      expect: shapeError('body -> name'),
    },
  ]),
  ...cases('design 11', [
    ...['GET', 'POST', 'PUT', 'DELETE'].map((method) => ({
      says: `${method} of a path that does not exist is a 404 with the envelope`,
      request: () => ({ ...get('/v1/no-such-path'), method: method as 'GET' }),
      expect: envelope('RESOURCE_NOT_FOUND'),
    })),
    {
      says: 'internal operations are not reachable from outside: 404',
      request: () => post('/internal/events', {}),
      expect: envelope('RESOURCE_NOT_FOUND'),
    },
    {
      says: 'a body of more than 1 MiB is a 413 PAYLOAD_TOO_LARGE',
      request: (kit) =>
        post(KYB_FURNISH, { network_id: kit.networkId, records: ['x'.repeat(1_100_000)] }),
      expect: envelope('PAYLOAD_TOO_LARGE'),
    },
  ]),
  ...NO_REQUEST_IDS.map(([what, insane]) => ({
    section: 'design 3',
    says: `an X-Request-Id that is ${what} is replaced, in the header and in the envelope`,
    check: async ({ client }: Kit) => {
      const headers = { 'x-request-id': insane };
      const answer = await client.send(get('/v1/no-such-path', { headers }));
      const given = answer.headers.get('x-request-id') ?? '';
      if (!/^[\w.:-]{8,128}$/.test(given)) {
        throw new Mismatch('another request id', given, answer);
      }
      envelope('RESOURCE_NOT_FOUND')({ ...answer, requestId: given });
    },
  })),
  {
    section: 'design 3',
    says: 'a request without X-Request-Id is given one, which differs from request to request',
    check: async ({ client }) => {
      const first = await client.send(get('/health', { headers: { 'x-request-id': '' } }));
      const second = await client.send(get('/health', { headers: { 'x-request-id': '' } }));
      const [one, other] = [first, second].map(({ headers }) => headers.get('x-request-id'));
      if (one && other && one !== other) return;
      throw new Mismatch('two request ids', `${String(one)} and ${String(other)}`, second);
    },
  },
];
