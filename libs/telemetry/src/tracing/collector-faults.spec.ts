import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { currentTracer } from './tracer.js';
import { eventually, TraceCollector } from '@ndx/testing';
import { Registry } from 'prom-client';
import { createLogger } from '../logging/logger.js';
import { startTracing } from './start-tracing.js';
import type { Tracing } from './traced-process.js';

let collector: TraceCollector;
let tracing: Tracing;
let registry: Registry;
let lines: { readonly level: number; readonly msg: string; readonly spans_lost?: number }[];

beforeEach(async () => {
  collector = await TraceCollector.start();
  registry = new Registry();
  lines = [];
  const logger = createLogger('entity', 'info', {
    write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
  const config = {
    ENVIRONMENT: 'development',
    BUILD_VERSION: '1.2.3',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: '',
    OTEL_TRACES_SAMPLER_ARG: 1,
  };
  tracing = await startTracing({ name: 'entity', config, logger, registry });
});

afterEach(async () => {
  await tracing.close();
  await collector.stop();
});

function trace(count: number): void {
  for (let made = 0; made < count; made += 1) currentTracer()?.startSpan('work').end();
}

async function counted(outcome: string): Promise<number> {
  const metric = await registry.getSingleMetric('trace_spans_total')?.get();
  return metric?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
}

test('a failing collector is logged once, and its recovery once', async () => {
  collector.state = 'refusing';
  trace(2_000);
  await eventually(async () => expect(await counted('lost')).toBe(2_000));
  expect(collector.requests).toBeGreaterThan(1);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({ level: 40 });

  collector.state = 'running';
  trace(1);
  await eventually(() => expect(lines).toHaveLength(2));
  expect(lines[1]).toMatchObject({ level: 30, spans_lost: 2_000 });
  expect(await counted('taken')).toBe(1);
});

test('spans that a collector does not accept in time are dropped', async () => {
  collector.state = 'silent';
  trace(50_000);
  // It waits for the first batch; the queue behind it is bounded.
  await eventually(() => expect(collector.requests).toBe(1));
  expect(await counted('dropped')).toBe(50_000 - 8_192 - 512);
  collector.state = 'running';
  await eventually(async () => expect(await counted('taken')).toBeGreaterThan(8_000), {
    timeoutMs: 30_000,
  });
  expect(collector.spans.length).toBeLessThanOrEqual(8_192);
  await eventually(async () => {
    const ended = await Promise.all(['taken', 'lost', 'dropped'].map(counted));
    expect(ended.reduce((sum, count) => sum + count)).toBe(50_000);
  });
});

test('a process stops in time with a collector that never answers', async () => {
  collector.state = 'silent';
  trace(1);
  await tracing.close();
  expect(currentTracer()).toBeUndefined();
});

test('a process with a short grace period does not wait for the whole export timeout', async () => {
  collector.state = 'silent';
  trace(1);
  await tracing.close(100);
  expect(currentTracer()).toBeUndefined();
  expect(await counted('lost')).toBe(0);
});

test('every result is counted from zero, so that the first failure is an increase', async () => {
  const metric = await registry.getSingleMetric('trace_spans_total')?.get();
  expect(metric?.values.map(({ labels, value }) => [labels['outcome'], value])).toEqual([
    ['taken', 0],
    ['lost', 0],
    ['dropped', 0],
  ]);
});
