import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { newId, SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import {
  DEMO_NETWORK,
  OPERATOR,
  QUERYING_BANK,
  SYSTEM_OPERATOR,
} from '@ndx/tools/network/demo-network';
import { QUERY, TestBusiness } from '../harness/business.js';
import type { Exchange } from '../harness/exchange.js';
import { logLines } from '../harness/log-lines.js';
import { succeed } from '../harness/participant.js';

/** The metrics and logs of the exchange. */
export function figuresAndLogsSuite(exchange: () => Exchange): void {
  const lines = (service: ServiceName) => logLines(exchange(), service);

  describe('the log', () => {
    test('has the request, institution and trace in each line of a request', async () => {
      const consentId = await new TestBusiness(exchange()).consent();
      const requestId = newId();
      const traceId = newId().replaceAll('-', '');
      const answer = await exchange()
        .as(QUERYING_BANK)
        .post(
          QUERY,
          { network_ids: [DEMO_NETWORK.id], consent_id: consentId },
          { 'x-request-id': requestId, traceparent: `00-${traceId}-b7ad6b7169203331-00` },
        );
      expect(answer.status).toBe(204);
      for (const service of ['gateway', 'product-query'] as const) {
        const written = await eventually(() => {
          const found = lines(service).filter((line) => line['request_id'] === requestId);
          expect(found.map(({ msg }) => msg)).toContain('request');
          return found;
        });
        for (const line of written) {
          expect(line).toMatchObject({
            ...{ service, request_id: requestId, trace_id: traceId },
            institution: QUERYING_BANK.entityId,
          });
        }
        expect(written.find(({ msg }) => msg === 'request')).toMatchObject({
          ...{ method: 'POST', route: QUERY, status: 204, duration_ms: expect.any(Number) },
        });
      }
    });

    test('has the operation of a request in each process, and the error code and reason where it ended', async () => {
      const path = `/v1/networks/policies/furnishing/${newId()}?network_id=${DEMO_NETWORK.id}`;
      const answer = await exchange().as(QUERYING_BANK).get(path);
      expect(answer.status).toBe(404);
      const { request_id: requestId } = answer.body as { readonly request_id: string };
      const lineOf = (service: ServiceName) =>
        eventually(() => {
          const line = lines(service).find(
            ({ msg, request_id }) => msg === 'request' && request_id === requestId,
          );
          expect(line).toMatchObject({ level: 30, operation: 'readFurnishingPolicy', status: 404 });
          return line;
        });
      expect(await lineOf('gateway')).not.toHaveProperty('error_code');
      expect(await lineOf('policy')).toMatchObject({
        ...{ error_code: 'RESOURCE_NOT_FOUND', reason: 'policy_not_found' },
        duration_ms: expect.any(Number),
      });
    });

    test('is read by an operator, and by nobody else, by the id of a request and by process', async () => {
      const missing = `/v1/networks/policies/furnishing/${newId()}?network_id=${DEMO_NETWORK.id}`;
      const { headers } = await exchange().as(QUERYING_BANK).get(missing);
      const requestId = headers.get('x-request-id') ?? '';
      const ofRequest = `/v1/request-logs/${requestId}`;
      const ofService = '/v1/service-logs?service=policy&level=info';
      await eventually(async () => {
        const { lines: read } = await succeed(exchange().as(SYSTEM_OPERATOR).get(ofRequest));
        const line = { message: 'request', request_id: requestId, level: 'info' };
        // Both may have the same time.
        expect(read).toHaveLength(2);
        for (const process of ['policy', 'gateway']) {
          expect(read).toContainEqual(expect.objectContaining({ ...line, process }));
        }
        const { data } = await succeed(exchange().as(SYSTEM_OPERATOR).get(ofService));
        expect(data).toContainEqual(expect.objectContaining({ ...line, process: 'policy' }));
      });
      for (const other of [QUERYING_BANK, OPERATOR]) {
        for (const path of [ofRequest, ofService]) {
          expect(await exchange().as(other).get(path)).toMatchObject({ status: 403 });
        }
      }
      const unknown = await exchange().as(SYSTEM_OPERATOR).get('/v1/request-logs/no-such-request');
      expect(unknown).toMatchObject({ status: 404, body: { reason: 'not_found' } });
    });

    test('of each process is JSON, line by line', () => {
      const files = readdirSync(join(exchange().network.dataDir, 'logs'));
      expect(files).toEqual(expect.arrayContaining(SERVICE_NAMES.map((name) => `${name}.log`)));
      for (const service of SERVICE_NAMES) {
        for (const line of lines(service)) {
          expect(line).toMatchObject({
            level: expect.any(Number),
            time: expect.any(Number),
            service,
          });
        }
      }
    });
  });

  test('a request with words of a megabyte leaves no long log line', async () => {
    const word = 'k'.repeat(900_000);
    const head = word.slice(0, 20_000);
    const client = exchange().as(QUERYING_BANK);
    const answers = [
      await client.post(QUERY, { [word]: 1 }),
      await client.post(QUERY, { network_ids: [word] }),
      await client.post(`${QUERY}/${head}?${head}=${head}`, {}, { 'x-network-id': head }),
    ];
    for (const { status } of answers) expect(status).toBeLessThan(500);
    for (const service of SERVICE_NAMES) {
      for (const line of lines(service)) {
        expect(JSON.stringify(line).length).toBeLessThan(12_000);
      }
    }
  });

  describe('the metrics', () => {
    test.each(SERVICE_NAMES)(
      'of %s have the labels of the service and its environment, and no requested path',
      async (service) => {
        const text = await (await fetch(`${exchange().metricsUrlOf(service)}/metrics`)).text();
        expect(text).toMatch(
          new RegExp(
            `^process_start_time_seconds\\{environment="sandbox",service="${service}"\\} `,
            'm',
          ),
        );
        const routes = [...text.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route);
        const ids = /[0-9a-f]{8}-[0-9a-f]{4}|\d{5}|[?&%]/;
        expect(routes.filter((route) => ids.test(route))).toEqual([]);
      },
    );
  });
}
