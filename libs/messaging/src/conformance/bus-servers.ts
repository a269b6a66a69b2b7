import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LocalKafka } from '@ndx/local-infra';
import { createTestDatabase, testKafka, testPostgres, type BusName } from '@ndx/testing';
import pg from 'pg';
import { createBus, type BusOptions } from '../bus/create-bus.js';
import type { EventBus } from '../bus/port.js';
import { silent } from './silent-logger.js';

/** The bus configuration of a process, as JSON. */
export type BusServerAddress =
  | Omit<Extract<BusOptions, { kind: 'embedded' }>, 'logger'>
  | Omit<Extract<BusOptions, { kind: 'kafka' }>, 'logger'>;

/** The server of a bus: a database or a broker, which a test may stop and restart. */
export interface BusServerUnderTest {
  readonly address: BusServerAddress;
  connect(): EventBus;
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
  /** The server accepts requests and does not respond, until the returned function is called. */
  hang(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

export function startBusServer(name: BusName, own: 'own' | 'shared'): Promise<BusServerUnderTest> {
  if (name === 'embedded') return embedded();
  return own === 'own' ? ownBroker() : sharedBroker();
}

async function embedded(): Promise<BusServerUnderTest> {
  const database = await createTestDatabase();
  const name = new URL(database.url).pathname.slice(1);
  return {
    ...at({ kind: 'embedded', databaseUrl: database.url, leaseMs: 1_500 }),
    hang: () => hangDatabase(database.url),
    goDown: () => asAdmin(`alter database ${name} allow_connections false`, cutConnections(name)),
    comeBack: () => asAdmin(`alter database ${name} allow_connections true`),
    stop: () => database.drop(),
  };
}

export function cutConnections(database: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`;
}

export async function asAdmin(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: await testPostgres() });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function sharedBroker(): Promise<BusServerUnderTest> {
  const brokers = await testKafka();
  const notOurs = () => Promise.reject(new Error('the broker is shared: ask for one of your own'));
  return {
    ...clients(brokers),
    goDown: notOurs,
    comeBack: notOurs,
    hang: notOurs,
    stop: () => Promise.resolve(),
  };
}

async function ownBroker(): Promise<BusServerUnderTest> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ndx-conformance-kafka-'));
  const broker = await LocalKafka.start({ dataDir, log: () => undefined });
  return {
    ...clients(broker.brokers),
    goDown: () => broker.kill(),
    comeBack: () => broker.restart(),
    async hang() {
      process.kill(broker.pid, 'SIGSTOP');
      return async () => void process.kill(broker.pid, 'SIGCONT');
    },
    async stop() {
      await broker.stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}

function clients(brokers: string) {
  return at({
    kind: 'kafka',
    brokers: brokers.split(','),
    clientId: 'conformance',
    partitions: 3,
    sessionTimeoutMs: 6_000,
  });
}

function at(address: BusServerAddress) {
  return { address, connect: () => createBus({ ...address, logger: silent }) };
}

/** Readers of a bus table wait for this session. */
async function hangDatabase(url: string): Promise<() => Promise<void>> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  await session.query('begin; lock table bus_progress');
  return () => session.end();
}
