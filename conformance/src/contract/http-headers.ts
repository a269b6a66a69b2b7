import { get } from '../http/request.js';
import { cases } from '../run/cases.js';
import { all, status, that } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { ENDPOINTS, requestTo } from './endpoints.js';

const GETS = ENDPOINTS.filter(({ method }) => method === 'GET');

/** HTTP's requirements for every response (design 11). */
export const httpHeaderRows: readonly Row[] = [
  ...cases(
    'design 11',
    ENDPOINTS.map((endpoint) => ({
      group: 'a 401 names the scheme, and is not kept',
      says: `${endpoint.method} ${endpoint.path} without a token names the scheme Bearer`,
      request: () => ({ ...requestTo(endpoint), as: 'nobody' as const }),
      expect: all(
        status(401),
        header('www-authenticate', 'Bearer'),
        header('cache-control', 'no-store'),
        header('x-content-type-options', 'nosniff'),
      ),
    })),
  ),
  ...[...GETS.map(requestTo), get('/health'), get('/version'), get('/openapi.json')].map(
    (request): Row => ({
      section: 'design 11',
      group: 'HEAD is answered as GET is, without a body',
      says: `HEAD ${request.path} is answered as GET is`,
      check: async (kit) => {
        const { status: expected } = await kit.send(request);
        const answer = await kit.send({ ...request, method: 'HEAD' });
        all(
          status(expected),
          that('no body', ({ text }) => text === ''),
        )(answer);
      },
    }),
  ),
  ...cases('design 11', [
    {
      says: 'an answer with data is not to be kept, nor taken for another type',
      request: () => get('/v1/products'),
      expect: all(
        status(200),
        header('cache-control', 'no-store'),
        header('x-content-type-options', 'nosniff'),
      ),
    },
  ]),
];

function header(name: string, value: string) {
  return that(`${name}: ${value}`, ({ headers }) => headers.get(name) === value);
}
