import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freePort, ManagedProcess } from '@ndx/local-infra';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import {
  DEMO_NETWORK,
  FIRST_BANK,
  QUERYING_BANK,
  type DemoInstitution,
} from '@ndx/tools/network/demo-network';
import { localUrl } from '@ndx/tools/network/service-environment';
import { entryOf } from '@ndx/tools/network/service-processes';
import { QUERY } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';

const REQUESTS = 200;
const QUERIES = 5;
const START_TIMEOUT_MS = 120_000;

interface Replica {
  readonly url: string;
  readonly process: ManagedProcess;
}

/** Two additional gateways in front of the same services, with a shared store. */
export function rateLimitsSuite(exchange: () => Exchange): void {
  describe('two gateways that share a store', () => {
    let store: TestDatabase;
    let replicas: readonly Replica[] = [];

    beforeAll(async () => {
      store = await createTestDatabase();
      replicas = await Promise.all([1, 2].map(startReplica));
      await eventually(async () => {
        const [before, after] = [await askAt(0, FIRST_BANK), await askAt(1, FIRST_BANK)];
        expect(after.left).toBe(before.left - 1);
      });
    }, START_TIMEOUT_MS);

    afterAll(async () => {
      await Promise.all(replicas.map(({ process }) => process.stop()));
      await store.drop();
    }, START_TIMEOUT_MS);

    async function startReplica(number: number): Promise<Replica> {
      const port = String(await freePort());
      const url = localUrl(Number(port));
      const process = await ManagedProcess.start({
        name: `gateway-${number}`,
        entry: entryOf('gateway'),
        env: {
          ...exchange().network.environment('gateway'),
          PORT: port,
          METRICS_PORT: '',
          RATE_LIMIT_REQUESTS_PER_MINUTE: String(REQUESTS),
          RATE_LIMIT_QUERIES_PER_MINUTE: String(QUERIES),
          RATE_LIMIT_STORE_URL: store.url,
          RATE_LIMIT_STORE_TIMEOUT_MS: '2000',
        },
        readyUrl: `${url}/health/ready`,
        logFile: join(exchange().network.dataDir, 'logs', `gateway-${number}.log`),
        log: () => undefined,
      });
      return { url, process };
    }

    async function askAt(replica: number, institution: DemoInstitution, query = false) {
      const answer = await fetch(
        `${replicas[replica]?.url ?? ''}${query ? QUERY : '/v1/nothing'}`,
        {
          method: query ? 'POST' : 'GET',
          headers: {
            authorization: `Bearer ${await exchange().tokenOf(institution)}`,
            'content-type': 'application/json',
          },
          ...(query && { body: JSON.stringify({ network_ids: [DEMO_NETWORK.id] }) }),
        },
      );
      const body: unknown = await answer.json();
      const name = query ? 'queries' : 'requests';
      const fields = answer.headers.get('ratelimit') ?? '';
      const [, left] = new RegExp(`"${name}";r=(\\d+)`).exec(fields) ?? [];
      return { status: answer.status, headers: answer.headers, body, left: Number(left) };
    }

    test('together admit no more billed queries of an institution than one would', async () => {
      const answers = await Promise.all(
        Array.from({ length: 4 * QUERIES }, (_, at) => askAt(at % 2, QUERYING_BANK, true)),
      );
      const refused = answers.filter(({ status }) => status === 429);
      expect(answers).toHaveLength(refused.length + QUERIES);
      for (const { headers, body } of refused) {
        expect(body).toMatchObject({
          error_code: 'RATE_LIMIT_EXCEEDED',
          request_id: headers.get('x-request-id'),
        });
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
        expect(headers.get('ratelimit-policy')).toBe(
          `"requests";q=${REQUESTS};w=60, "queries";q=${QUERIES};w=60`,
        );
      }
    });

    test('still admit requests that are not billed', async () => {
      expect((await askAt(0, QUERYING_BANK)).status).toBe(404);
      expect((await askAt(1, QUERYING_BANK)).status).toBe(404);
    });
  });
}
