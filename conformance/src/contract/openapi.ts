import { memberOf } from '../http/answer.js';
import { get } from '../http/request.js';
import { fixture } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { all, status, that } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { isObject } from '../shape/types.js';
import { ENDPOINTS, FOR_USERS, WITHOUT_TOKEN, type Endpoint } from './endpoints.js';

const PATH = '/openapi.json';

const document = fixture((kit) => kit.send(get(PATH, { as: 'nobody' })));

/** The gateway's document of all routes. */
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
  ...[...WITHOUT_TOKEN, ...FOR_USERS, ...ENDPOINTS].map((endpoint): Row => ({
    section: 'design 3',
    group: `${PATH} lists every endpoint, with its answers and its permission`,
    says: `${PATH} lists ${endpoint.method} ${endpoint.path}, with its answers and its permission`,
    check: async (kit) => {
      const { method, path } = endpoint;
      const answer = await document(kit);
      const paths = memberOf(answer.body, 'paths');
      const known = isObject(paths) ? Object.entries(paths) : [];
      const [, operations] = known.find(([name]) => unnamed(name) === unnamed(path)) ?? [];
      const operation = memberOf(operations, method.toLowerCase());
      const responses = memberOf(operation, 'responses');
      const security = JSON.stringify(memberOf(operation, 'security') ?? null);
      const expected = JSON.stringify(securityOf(endpoint));
      if (isObject(responses) && '200' in responses && security === expected) return;
      const listed = `${method} ${path} with its responses and the security ${expected}`;
      throw new Mismatch(listed, security, answer);
    },
  })),
];

function securityOf({ permission, forUsers }: Endpoint): readonly object[] {
  if (forUsers) return [{ bearer: [] }];
  return permission === undefined ? [] : [{ bearer: [permission] }];
}

/** Path parameters may have any name. */
function unnamed(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
