import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@ndx/contracts';
import { declaredMetrics } from '@ndx/telemetry';
import { Registry } from '@ndx/telemetry';
import { REFUSAL_REASONS } from '../authentication/refusal.js';
import { ROUTES } from '../routing/routes.js';
import { GatewayFixture } from '../testing/gateway-fixture.js';
import { GatewayMetrics } from './gateway-metrics.js';

const SSN = '123-45-6789';
const QUERY = ROUTES.find(({ billable }) => billable)?.path ?? 'there is none';

let gateway: GatewayFixture;
let authorization: string;

beforeEach(async () => {
  gateway = await GatewayFixture.start({ RATE_LIMIT_QUERIES_PER_MINUTE: '1' });
  authorization = await gateway.bearer();
});

afterEach(() => gateway.stop());

async function send(method: string, path: string, headers = { authorization }): Promise<number> {
  const answer = await gateway.send(path, { method, headers });
  await answer.text();
  return answer.status;
}

/** The samples of a metric by its own labels, as `name="value",...`. */
async function samples(name: string): Promise<Record<string, number>> {
  const lines = (await gateway.figures()).matchAll(new RegExp(`^${name}\\{(.*)\\} (\\S+)$`, 'gm'));
  return Object.fromEntries(
    [...lines].map(([, labels = '', value]) => [
      labels.replace(/,?environment="development",service="gateway",?/, ''),
      Number(value),
    ]),
  );
}

test('a gateway exports exactly its declared metrics', async () => {
  const shown = [...(await gateway.figures()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name);
  expect(shown.sort()).toEqual(
    declaredMetrics(new GatewayMetrics(new Registry()).registry).map(({ name }) => name),
  );
});

test('requests are counted by operation, and unknown paths as one', async () => {
  for (const id of [newId(), SSN]) await send('GET', `/v1/networks/${id}?note=${SSN}`);
  for (const path of [`/${SSN}`, '/v1/nothing', '/v1/networks/%zz']) await send('GET', path);
  await send('GET', '/v1/networks', { authorization: SSN });
  expect(await samples('http_request_duration_seconds_count')).toEqual({
    'method="GET",route="/v1/networks/{network_id}",status="200"': 2,
    'method="GET",route="unknown",status="404"': 3,
    'method="GET",route="/v1/networks",status="401"': 1,
  });
  expect(await gateway.figures()).not.toContain(SSN);
});

test('rejections are counted by reason', async () => {
  await send('GET', '/v1/networks', { authorization: 'none' });
  await send('GET', '/v1/networks', {
    authorization: await gateway.bearer({ permissions: [] }),
  });
  const others = REFUSAL_REASONS.map((reason) => [`reason="${reason}"`, 0]);
  expect(await samples('gateway_authentication_refusals_total')).toEqual({
    ...Object.fromEntries(others),
    'reason="absent"': 1,
    'reason="missing_permission"': 1,
  });
});

test('each reason of a rejection is documented', () => {
  const path = join(__dirname, '..', '..', '..', '..', 'docs', 'operators', 'observe.md');
  const [, guide = ''] = readFileSync(path, 'utf8').split('### Rejected credentials');
  const documented = guide.slice(0, guide.indexOf('\n### ')).matchAll(/^- `(\w+)`/gm);
  expect([...documented].map(([, reason]) => reason)).toEqual(REFUSAL_REASONS);
});

test('a query beyond the limit is counted by the limit', async () => {
  expect([await send('POST', QUERY), await send('POST', QUERY)]).toEqual([200, 429]);
  expect(await samples('gateway_rate_limit_refusals_total')).toEqual({
    'bucket="requests"': 0,
    'bucket="queries"': 1,
    'bucket="in_progress"': 0,
    'bucket="credentials"': 0,
  });
});

test('fetches of the key set are counted by result', async () => {
  await send('GET', '/v1/networks');
  expect(await samples('gateway_key_set_refreshes_total')).toEqual({
    'outcome="read"': 1,
    'outcome="failed"': 0,
  });
  const [readAt = 0] = Object.values(await samples('gateway_key_set_read_timestamp_seconds'));
  expect(readAt).toBeGreaterThan(0);
  gateway.keySet.outOfOrder = true;
  await send('GET', '/v1/networks', {
    authorization: `Bearer ${await gateway.issuer.withUnknownKey({})}`,
  });
  expect(await samples('gateway_key_set_refreshes_total')).toEqual({
    'outcome="read"': 1,
    'outcome="failed"': 1,
  });
});

test('requests in flight are counted by service', async () => {
  let answer: () => void = () => undefined;
  const arrived = new Promise<void>((resolve) => {
    gateway.service.answer = (_received, response) => {
      answer = () => response.end('{}');
      resolve();
    };
  });
  const answered = send('GET', '/v1/networks');
  await arrived;
  const entity = 'upstream="entity",state="running"';
  expect((await samples('gateway_upstream_requests'))[entity]).toBe(1);
  answer();
  await answered;
  expect((await samples('gateway_upstream_requests'))[entity]).toBe(0);
});

describe('the metrics port', () => {
  test('serves only metrics', async () => {
    for (const path of ['/', '/v1/networks', '/health', '/metrics/more']) {
      const answer = await fetch(`${gateway.metricsUrl ?? ''}${path}`, {
        headers: { authorization },
      });
      expect([path, answer.status]).toEqual([path, 404]);
    }
    const post = await fetch(`${gateway.metricsUrl ?? ''}/metrics`, { method: 'POST' });
    expect(post.status).toBe(404);
  });

  test('is not the public one, and is open only when it is configured', async () => {
    expect(await send('GET', '/metrics')).toBe(404);
    expect(await send('GET', '/metrics', { authorization: '' })).toBe(401);
    await gateway.restart({ METRICS_PORT: '' });
    expect(gateway.metricsUrl).toBeUndefined();
  });
});
