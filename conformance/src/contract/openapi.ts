import { memberOf } from '../http/answer.js';
import { get } from '../http/request.js';
import { fixture } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, status, that } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { isObject } from '../shape/types.js';
import { ENDPOINTS, type Endpoint } from './endpoints.js';

const PATH = '/openapi.json';

const document = fixture((kit) => kit.send(get(PATH, { as: 'nobody' })));

const WITHOUT_TOKEN: readonly Pick<Endpoint, 'method' | 'path'>[] = [
  { method: 'GET', path: '/health' },
  { method: 'GET', path: '/version' },
];

/** The document that the gateway serves of all that it routes. */
export const openApiRows: readonly Row[] = [
  ...cases('design 3', [
    {
      says: `GET ${PATH} is an OpenAPI 3.1 document, and needs no token`,
      request: () => get(PATH, { as: 'nobody' }),
      expect: all(
        status(200),
        that('the version 3.1', ({ body }) =>
          /^3\.1\.\d+$/.test(String(memberOf(body, 'openapi'))),
        ),
        that('a title and a version', ({ body }) =>
          ['title', 'version'].every((name) => typeof memberOf(body, 'info', name) === 'string'),
        ),
      ),
    },
  ]),
  ...[...WITHOUT_TOKEN, ...ENDPOINTS].map(({ method, path }): Row => ({
    section: 'design 3',
    group: `${PATH} lists every endpoint, with what it answers`,
    says: `${PATH} lists ${method} ${path}, with what it answers`,
    check: async (kit) => {
      const answer = await document(kit);
      const paths = memberOf(answer.body, 'paths');
      const known = isObject(paths) ? Object.entries(paths) : [];
      const [, operations] = known.find(([name]) => unnamed(name) === unnamed(path)) ?? [];
      const responses = memberOf(operations, method.toLowerCase(), 'responses');
      if (isObject(responses) && '200' in responses) return;
      throw new Mismatch(`${method} ${path} with its responses`, 'none', answer);
    },
  })),
];

/** Parameters of a path may be named as one likes. */
function unnamed(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
