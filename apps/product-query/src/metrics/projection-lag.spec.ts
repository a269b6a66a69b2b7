import { expect, test } from '@jest/globals';
import { RecordFurnished } from '@ndx/contracts';
import { outgoingEvent, type EventEnvelope } from '@ndx/messaging';
import { metricsOf } from '@ndx/service';
import { ProductQueryModule } from '../product-query.module.js';
import { useQueryService } from '../testing/use-query-service.js';
import { aRecord, aWorld } from '../testing/world.js';

const AN_HOUR = 3_600;

const service = useQueryService();

async function figures(): Promise<string> {
  return (await service.send(undefined, 'GET', '/metrics')).text();
}

/** The number of observed records, and the sum of their lags in seconds. */
async function lag(): Promise<{ count: number; sum: number }> {
  const text = await figures();
  const of = (part: string) =>
    Number(new RegExp(`^projection_lag_seconds_${part}\\{.*\\} (\\S+)$`, 'm').exec(text)?.[1]);
  return { count: of('count'), sum: of('sum') };
}

/** A record furnished an hour ago. */
function anOldRecord(): EventEnvelope {
  const record = aRecord(aWorld(), {
    dataset: 'kyb_certificate',
    subject_type: 'business',
    models: {},
    furnished_at: new Date(Date.now() - AN_HOUR * 1_000).toISOString(),
  });
  return outgoingEvent(RecordFurnished, record, {}).envelope;
}

const deliver = async (...events: EventEnvelope[]) =>
  (await service.send('furnishing', 'POST', '/internal/events', events)).status;

test('a record counts from its furnishing until it is queryable; a redelivery does not count', async () => {
  const before = await lag();
  const event = anOldRecord();
  expect(await deliver(event)).toBe(200);
  const after = await lag();
  expect(after.count).toBe(before.count + 1);
  expect(after.sum - before.sum).toBeGreaterThanOrEqual(AN_HOUR);
  expect(await deliver(event)).toBe(200);
  expect(await lag()).toEqual(after);
});

test('a record whose transaction is rolled back does not count', async () => {
  const before = await lag();
  const broken = { ...anOldRecord(), data: '{}' };
  expect(await deliver(anOldRecord(), broken)).toBe(500);
  expect(await lag()).toEqual(before);
});

test('the service exports its declared metrics and both of its pools', async () => {
  const text = await figures();
  const shown = [...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name).sort();
  const declared = metricsOf(ProductQueryModule).map(({ name }) => name);
  expect(shown).toEqual(declared.filter((name) => name !== 'trace_spans_total'));
  const pools = [...text.matchAll(/^database_pool_size\{pool="([^"]+)"/gm)].map(([, name]) => name);
  expect(pools.sort()).toEqual(['queries', 'service']);
});
