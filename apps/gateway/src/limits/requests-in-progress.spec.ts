import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import { ACCOUNT, useGateway } from '../testing/gateway-fixture.js';

const READ = '/v1/products';
const LIMIT = 5;

const gateway = useGateway({
  REQUESTS_IN_PROGRESS: String(LIMIT),
  UPSTREAM_CONNECTIONS: String(LIMIT + 1),
});

test('slow requests of an institution leave connections to the others, and more are a 429', async () => {
  gateway.service.accounts.set('slow', { ...ACCOUNT, entity_id: newId() });
  const slow = await gateway.bearer({ org_id: 'slow' });
  const held: ServerResponse[] = [];
  gateway.service.answer = (_received, response) => held.push(response);
  const leaving = new AbortController();
  const signal = leaving.signal;
  const waiting = Array.from({ length: LIMIT }, () =>
    gateway.send(READ, { headers: { authorization: slow }, signal }),
  );
  await eventually(() => expect(held).toHaveLength(LIMIT));

  const refused = await gateway.get(READ, slow);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  expect(await refused.json()).toMatchObject({
    error_code: 'RATE_LIMIT_EXCEEDED',
    detail: 'the institution has as many requests in progress as it may have',
  });
  gateway.service.answer = (_received, response) => response.end('{}');
  expect((await gateway.get(READ, await gateway.bearer())).status).toBe(200);
  expect(await gateway.figures()).toMatch(
    /gateway_rate_limit_refusals_total\{bucket="in_progress".*\} 1\n/,
  );

  // One is answered, and the callers of the others leave.
  held.pop()?.end('{}');
  leaving.abort();
  await Promise.allSettled(waiting);
  await eventually(async () => expect((await gateway.get(READ, slow)).status).toBe(200));
  for (const response of held) response.end('{}');
});
