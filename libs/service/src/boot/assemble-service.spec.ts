import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EventBus } from '@ndx/messaging';
import { Inject, type OnApplicationShutdown } from '@nestjs/common';
import pg from 'pg';
import { currentTracer } from '@ndx/telemetry';
import { createTestDatabase, TraceCollector, type TestDatabase } from '@ndx/testing';
import { DataSource } from 'typeorm';
import { LeastModule } from '../testing/least-module.js';
import { PRINCIPAL_VARIABLES } from '../testing/principal-keys.js';
import { testKeys } from '../testing/test-keys.js';
import { assembleService } from './assemble-service.js';
import { migrateService } from './migrate-service.js';
import { Service } from '../definition/service-definition.js';
import { BUS } from '../definition/tokens.js';

/** Uses the database and the bus while the application shuts down. */
class LastWork implements OnApplicationShutdown {
  static outcome: unknown;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(BUS) private readonly bus: EventBus,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    const rows: unknown = await this.dataSource.query('select 1 as answered');
    LastWork.outcome = { rows, outage: await this.bus.outage() };
  }
}

@Service({
  name: 'consent',
  rows: [],
  migrations: [],
  audited: [],
  http: [],
  operations: [],
  providers: [LastWork],
})
class WorkingModule {}

let collector: TraceCollector;
let database: TestDatabase;
let busDatabase: TestDatabase;
let env: Record<string, string>;

beforeEach(async () => {
  [collector, database, busDatabase] = await Promise.all([
    TraceCollector.start(),
    createTestDatabase(),
    createTestDatabase(),
  ]);
  env = {
    CONSENT_DATABASE_URL: database.url,
    EMBEDDED_BUS_URL: busDatabase.url,
    ...PRINCIPAL_VARIABLES,
    ...testKeys().variables,
    PRODUCT_QUERY_URL: 'http://127.0.0.1:9',
    LOG_LEVEL: 'silent',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  };
});

afterEach(async () => {
  await collector.stop();
  await Promise.all([database.drop(), busDatabase.drop()]);
});

test('a service closes every resource and exports its last spans even when one fails', async () => {
  await migrateService(LeastModule, env);
  const { app, close } = await assembleService(LeastModule, env);
  currentTracer()?.startSpan('the last work').end();
  // The second release fails.
  await app.get(DataSource).destroy();
  await expect(close()).rejects.toThrow('Cannot execute operation');
  expect(currentTracer()).toBeUndefined();
  expect(collector.spans.map(({ name }) => name)).toContain('the last work');
});

test('shutdown hooks of a service can use its database and the bus', async () => {
  await migrateService(WorkingModule, env);
  const { close } = await assembleService(WorkingModule, env);
  await close();
  expect(LastWork.outcome).toEqual({ rows: [{ answered: 1 }], outage: undefined });
});

test('a service that fails to boot closes its resources', async () => {
  await expect(assembleService(LeastModule, env)).rejects.toThrow();
  expect(currentTracer()).toBeUndefined();
  const client = new pg.Client({ connectionString: busDatabase.url });
  await client.connect();
  const open = await client.query('select from pg_stat_activity where datname = $1', [
    new URL(database.url).pathname.slice(1),
  ]);
  await client.end();
  expect(open.rowCount).toBe(0);
});
