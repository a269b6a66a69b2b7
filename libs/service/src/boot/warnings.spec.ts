import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { lookUpBusinesses } from '@ndx/api';
import { newId } from '@ndx/contracts';
import { ClockMetrics } from '@ndx/telemetry';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { Registry } from 'prom-client';
import { CLOCK_HEADER } from '../http/clock-header.js';
import { ServiceClient } from '../http/service-client.js';
import { ConsumingService } from '../testing/consuming-service.js';
import { startTestService } from '../testing/test-service.js';

const service = useStarted(() => startTestService(ConsumingService));

const ready = async () => {
  const response = await fetch(`${service.url}/health/ready`);
  const { warnings = [] } = (await response.json()) as { readonly warnings?: readonly string[] };
  return { status: response.status, warnings };
};

/** The value of a metric, of the series with the label if it is given. */
const figure = async (name: string, label = '') => {
  const text = await (await fetch(`${service.url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(name) && each.includes(label));
  return Number(line?.split(' ').at(-1));
};

describe('a running service warns', () => {
  beforeAll(() =>
    eventually(async () => expect(await ready()).toEqual({ status: 200, warnings: [] })),
  );

  test('that the bus rejects events of a key, until they are redriven', async () => {
    await service.sql(
      `insert into parked_outbox_key (key, event_id, type, bytes, error) values ('a', $1, 'any', 9, 'too large')`,
      [newId()],
    );
    expect(await ready()).toEqual({
      status: 200,
      warnings: ['the bus rejects events of 1 keys: see the redrive command'],
    });
    expect(await figure('messaging_outbox_parked_keys')).toBe(1);
    await service.sql('delete from parked_outbox_key');
    expect(await ready()).toEqual({ status: 200, warnings: [] });
  });

  test.each([
    ['disk_full', '53100'],
    ['read_only', '25006'],
  ])('that its database accepts no writes: %s', async (reason, code) => {
    const count = () => figure('database_write_refusals_total', `reason="${reason}"`);
    expect(await count()).toBe(0);
    await service.sql(`
      create function refuse_write() returns trigger language plpgsql as $$
      begin raise exception 'no write' using errcode = '${code}'; end $$`);
    await service.sql(`
      create trigger refuse_write before update on relay_member
      for each statement execute function refuse_write()`);
    await eventually(async () => expect(await count()).toBeGreaterThan(0), {
      timeoutMs: 20_000,
    });
    expect(await ready()).toEqual({
      status: 200,
      warnings: [`the database refuses writes: ${reason}`],
    });
    await service.sql('drop function refuse_write cascade');
  });
});

test('a single process publishes every shard of its outbox', async () => {
  await eventually(async () => expect(await figure('messaging_relay_shards')).toBe(16));
});

describe('the clocks', () => {
  test('of a process and its database are compared', async () => {
    expect(Math.abs(await figure('database_clock_skew_seconds'))).toBeLessThan(1);
  });

  test('of two services are compared at each call', async () => {
    const registry = new Registry();
    const peer = createServer((_request, response) => {
      response.setHeader(CLOCK_HEADER, Date.now() - 5_000);
      response.end('{"businesses":[]}');
    });
    await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
    const { port } = peer.address() as AddressInfo;
    const client = new ServiceClient(
      'entity',
      `http://127.0.0.1:${port}`,
      new ClockMetrics(registry),
    );
    await client.call(lookUpBusinesses, { body: { business_ids: [newId()] } });
    await client.close();
    peer.close();
    const { values } = (await registry.getSingleMetric('service_clock_skew_seconds')?.get()) ?? {};
    expect(values).toEqual([{ labels: { peer: 'entity' }, value: expect.closeTo(-5, 0) }]);
  });

  test('of a service are in each response of an internal route', async () => {
    const answer = await fetch(`${service.url}/internal/events`, { method: 'POST' });
    expect(Math.abs(Number(answer.headers.get(CLOCK_HEADER)) - Date.now())).toBeLessThan(60_000);
  });
});
