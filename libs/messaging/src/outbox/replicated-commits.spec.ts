import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { LocalPostgres } from '@ndx/local-infra';
import { NotReplicatedError } from '@ndx/postgres';
import { eventually } from '@ndx/testing';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { StepTaken, StepWaitedFor } from '../conformance/events.js';
import { noLog } from '../conformance/no-log.js';
import { silent } from '../conformance/silent-logger.js';
import { CreateMessaging1700000000000 } from '../migrations/1700000000000-create-messaging.js';
import { OutboxRelay } from './outbox-relay.js';
import { outgoingEvent } from './outbox-row.js';
import { Transactions } from './transactions.js';

/** A server of its own whose commits wait for a standby that is not there. */
describe('where a synchronous standby is configured', () => {
  let folder: string;
  let server: LocalPostgres;
  let dataSource: DataSource;
  let transactions: Transactions;
  const delivered: string[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'replicated-'));
    // Under root the server runs as another user, who must be able to enter.
    chmodSync(folder, 0o755);
    const log = (): void => undefined;
    server = await LocalPostgres.start({
      dataDir: join(folder, 'data'),
      log,
    });
    await sql(`create role service login password 'password'`);
    await sql('create database service owner service');
    const url = new URL(server.url('service'));
    url.username = 'service';
    url.password = 'password';
    dataSource = new DataSource({
      type: 'postgres',
      url: url.href,
      migrations: [CreateMessaging1700000000000],
    });
    await dataSource.initialize();
    await dataSource.runMigrations();
    transactions = new Transactions({
      dataSource,
      source: 'consent',
      context: () => ({}),
      wake: () => undefined,
      deliver: {
        async deliver(_service, events) {
          delivered.push(...events.map(({ data }) => data));
        },
      },
    });
  });

  beforeEach(async () => {
    await requireStandby(false);
    await dataSource.query('truncate outbox');
    delivered.length = 0;
  });

  afterAll(async () => {
    await requireStandby(false);
    await dataSource.destroy();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function sql(statement: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows;
    } finally {
      await client.end();
    }
  }

  /** Releases the commits that wait when none is required any more. */
  async function requireStandby(isRequired: boolean): Promise<void> {
    const names = isRequired ? 'a standby that is away' : '';
    await sql(`alter system set synchronous_standby_names = '${isRequired ? `"${names}"` : ''}'`);
    await sql('select pg_reload_conf()');
    await eventually(async () => {
      const [row] = await dataSource.query<{ names: string }[]>(
        `select current_setting('synchronous_standby_names') as names`,
      );
      if ((row?.names !== '') !== isRequired) throw new Error('not reloaded');
    });
  }

  /** Waits until so many commits wait for the standby. */
  const untilWaiting = (count: number) =>
    eventually(async () => {
      const waiting = await sql(`select pid from pg_stat_activity where wait_event = 'SyncRep'`);
      expect(waiting).toHaveLength(count);
    });

  const cancelWaits = () =>
    sql(`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`);

  const inOutbox = async () => (await dataSource.query<unknown[]>('select from outbox')).length;

  test('a commit whose wait is cancelled fails, and nothing of it is delivered directly', async () => {
    await requireStandby(true);
    const change = transactions.run(async ({ publish }) =>
      publish(StepWaitedFor, { key: 'a', n: 1 }),
    );
    const failed = expect(change).rejects.toThrow(NotReplicatedError);
    await untilWaiting(1);
    expect(await inOutbox()).toBe(0);
    await cancelWaits();
    await failed;
    expect(await inOutbox()).toBe(1);
    expect(delivered).toEqual([]);
  });

  test('a stored answer is delivered again only when the standby has what is visible', async () => {
    await requireStandby(true);
    const { envelope } = outgoingEvent(StepWaitedFor, { key: 'a', n: 1 }, {});
    const repeat = () => transactions.deliver([['product-query', [envelope]]]);

    const failed = expect(repeat()).rejects.toThrow(NotReplicatedError);
    await untilWaiting(1);
    await cancelWaits();
    await failed;
    expect(delivered).toEqual([]);

    const repeated = repeat();
    await untilWaiting(1);
    expect(delivered).toEqual([]);
    await requireStandby(false);
    await repeated;
    expect(delivered).toEqual([envelope.data]);
  });

  test('the relay publishes what is visible only when the standby has it', async () => {
    const published: string[] = [];
    const relay = new OutboxRelay({
      dataSource,
      bus: {
        ensureTopics: async () => undefined,
        subscribe: () => Promise.reject(new Error('nobody subscribes')),
        outage: async () => undefined,
        close: async () => undefined,
        publish: async (events) => void published.push(...events.map(({ key }) => key)),
      },
      logger: silent,
      log: noLog,
      pollMs: 10,
      leaseMs: 3_600_000,
    });
    relay.start();
    await eventually(() => expect(relay.heldShards).toBe(16));
    await requireStandby(true);
    const change = transactions.run(async ({ publish }) => publish(StepTaken, { key: 'a', n: 1 }));
    let hasFailed = false;
    const failed = expect(change)
      .rejects.toThrow(NotReplicatedError)
      .then(() => (hasFailed = true));
    // The relay may renew its lease at the same time.
    await eventually(async () => {
      await cancelWaits();
      expect(hasFailed).toBe(true);
    });
    await failed;

    // What it is about to publish; then its lease, which it renews after the failure.
    for (let cancelled = 0; cancelled < 2; cancelled += 1) {
      await untilWaiting(1);
      expect(published).toEqual([]);
      await cancelWaits();
    }
    await untilWaiting(1);
    expect(published).toEqual([]);
    await requireStandby(false);
    await eventually(async () => expect(await inOutbox()).toBe(0));
    await relay.stop();
    expect(published).toEqual(['a']);
  });
});
