import { expect, test } from '@jest/globals';
import { currentTracer } from '@ndx/telemetry';
import { createTestDatabase, TraceCollector } from '@ndx/testing';
import { testKeys } from '../testing/test-keys.js';
import { assembleService } from './assemble-service.js';
import { migrateService } from './migrate-service.js';
import { Service } from './service-definition.js';

@Service({ name: 'consent', rows: [], migrations: [], http: [], operations: [], providers: [] })
class LeastModule {}

test('a service lets go of everything, and sends its last spans, even where something fails', async () => {
  const [collector, database, busDatabase] = await Promise.all([
    TraceCollector.start(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  const env = {
    CONSENT_DATABASE_URL: database.url,
    EMBEDDED_BUS_URL: busDatabase.url,
    PRINCIPAL_SECRET: 'a key that signs for this suite and nothing else',
    SEALING_KEYS: testKeys().variables.SEALING_KEYS,
    AUDIT_KEY: 'a key that chains the audit log of this suite',
    PRODUCT_QUERY_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
  await migrateService(LeastModule, env);
  const { close, infrastructure } = await assembleService(LeastModule, env);
  currentTracer()?.startSpan('the last work').end();
  // Twice is once too often: letting go of it fails.
  await infrastructure.dataSource.destroy();
  await expect(close()).rejects.toThrow('Cannot execute operation');
  expect(currentTracer()).toBeUndefined();
  expect(collector.spans.map(({ name }) => name)).toContain('the last work');
  await collector.stop();
  await Promise.all([database.drop(), busDatabase.drop()]);
});
