import { get } from '../http/request.js';
import { cases } from '../run/cases.js';
import { all, ok, status, that } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { memberOf } from '../http/answer.js';
import { record } from '../shape/shape.js';

/** Contract 9, and the two operations of 4.6 that need no token. */
export const versioningRows: readonly Row[] = [
  ...cases('4.6', [
    {
      says: 'GET /health needs no token',
      request: () => get('/health', { as: 'nobody' }),
      expect: status(200),
    },
    {
      says: 'GET /version needs no token',
      request: () => get('/version', { as: 'nobody' }),
      expect: status(200),
    },
  ]),
  ...cases('9', [
    {
      says: 'the interface version is v1',
      request: () => get('/version'),
      expect: all(
        status(200),
        that('v1 among api_versions', ({ body }) => {
          const versions = memberOf(body, 'api_versions');
          return Array.isArray(versions) && versions.includes('v1');
        }),
      ),
    },
  ]),
  ...cases('design 11', [
    {
      says: 'GET /health says that the system is healthy',
      request: () => get('/health', { as: 'nobody' }),
      expect: ok(record('status: string'), { status: 'healthy' }),
    },
    {
      says: 'GET /version shows the build',
      request: () => get('/version', { as: 'nobody' }),
      expect: ok(
        record('api_versions: string[]  build: object', {
          build: record('version commit: string'),
        }),
      ),
    },
  ]),
];
