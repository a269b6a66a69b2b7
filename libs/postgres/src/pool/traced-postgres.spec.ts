import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  currentTracer,
  createLogger,
  withinSpan,
  startTracing,
  type Tracing,
} from '@ndx/telemetry';
import { createTestDatabase, eventually, TraceCollector, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { PooledClient } from './pooled-client.js';
import { createPool } from './traced-postgres.js';

let collector: TraceCollector;
let database: TestDatabase;
let tracing: Tracing;
let pool: pg.Pool;

beforeAll(async () => {
  collector = await TraceCollector.start();
  database = await createTestDatabase();
  const config = {
    ENVIRONMENT: 'development',
    BUILD_VERSION: '1.2.3',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  const logger = createLogger('entity', 'silent');
  tracing = await startTracing({ name: 'entity', config, logger });
  pool = createPool(config, {
    connectionString: database.url,
    max: 1,
    onConnect: 'set jit = off',
  });
});

afterAll(async () => {
  await pool.end();
  await tracing.close();
  await collector.stop();
  await database.drop();
});

test('a statement that waits for a connection is the only child of the span of its caller', async () => {
  const asking = ['first', 'second', 'third'].map((name) => {
    const span = currentTracer()?.startSpan(name);
    const asked = withinSpan(span, () =>
      pool.query({ name, text: 'select $1::text', values: [1] }),
    );
    return asked.finally(() => span?.end());
  });
  await Promise.all(asking);

  const spans = await eventually(() => {
    expect(collector.spans).toHaveLength(6);
    return collector.spans;
  });
  for (const name of ['first', 'second', 'third']) {
    const [asked, statement] = ['internal', 'client'].map((kind) =>
      spans.find((span) => span.name === name && span.kind === kind),
    );
    expect(statement?.parentSpanId).toBe(asked?.spanId);
    expect(statement?.attributes['db.query.text']).toBe('select $1::text');
  }
});

test('a statement without a parent span is not recorded, and its errors are unchanged', async () => {
  const before = collector.spans.length;
  await expect(pool.query('select nothing')).rejects.toMatchObject({ code: '42703' });
  const span = currentTracer()?.startSpan('asking');
  const failing = withinSpan(span, () => pool.query('select nothing'));
  await expect(failing).rejects.toMatchObject({ code: '42703' });
  span?.end();
  await eventually(() => expect(collector.spans).toHaveLength(before + 2));
});

test('a submittable query is passed on unchanged, and not recorded', async () => {
  const before = collector.spans.length;
  const span = currentTracer()?.startSpan('asking');
  const client = await pool.connect();
  const query = new pg.Query<{ one: number }>('select 1 as one');
  const ended = once(query, 'end');
  expect(withinSpan(span, () => client.query(query))).toBe(query);
  expect(await ended).toMatchObject([{ rows: [{ one: 1 }] }]);
  client.release();
  span?.end();
  await eventually(() => expect(collector.spans).toHaveLength(before + 1));
});

test('the pool of an untraced process is an ordinary one', async () => {
  const plain = createPool({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { connectionString: database.url });
  const client = await plain.connect();
  expect(Object.getPrototypeOf(client)).toBe(PooledClient.prototype);
  client.release();
  await plain.end();
});
