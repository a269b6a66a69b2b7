import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { DataSource, type QueryRunner } from 'typeorm';
import { createLogger, type Logger } from '@ndx/telemetry';
import { ForwardOnlyMigration } from './forward-only-migration.js';
import type { ClassList } from '../pool/data-source.js';
import { migrate } from './migrate.js';
import { requireCurrentSchema } from './schema-state.js';

class First1000000000001 extends ForwardOnlyMigration {
  readonly name = 'First1000000000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table run (migration text not null)');
    await runner.query('create table note (id int primary key)');
    await runner.query("insert into run values ('first')");
    // Long enough for another runner to start meanwhile, if it were not locked out.
    await runner.query('select pg_sleep(0.3)');
  }
}

class Second1000000000002 extends ForwardOnlyMigration {
  readonly name = 'Second1000000000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table note add column text text');
    await runner.query("insert into run values ('second')");
  }
}

const BOTH = [First1000000000001, Second1000000000002];

/** Takes the lock in another process, and prints that. */
const HOLDER = `
const pg = require('pg');
const client = new pg.Client({ connectionString: process.argv[1], application_name: 'a runner elsewhere' });
client.connect()
  .then(() => client.query('select pg_advisory_lock(7213450117)'))
  .then(() => process.stdout.write('held'));
`;

describe('migrate', () => {
  let database: TestDatabase;
  let log: Record<string, unknown>[];
  let logger: Logger;
  const opened: { destroy?(): Promise<void>; end?(): Promise<void> }[] = [];
  let holder: ChildProcess | undefined;

  beforeEach(async () => {
    database = await createTestDatabase();
    log = [];
    logger = createLogger('consent', 'info', {
      write: (line) => log.push(JSON.parse(line) as Record<string, unknown>),
    });
  });

  afterEach(async () => {
    holder?.kill('SIGKILL');
    holder = undefined;
    for (const each of opened.splice(0)) await (each.destroy?.() ?? each.end?.());
    await database.drop();
  });

  async function at(migrations: ClassList): Promise<DataSource> {
    const dataSource = await connected(database, migrations);
    opened.push(dataSource);
    return dataSource;
  }

  async function session(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: database.url, application_name: 'a report' });
    await client.connect();
    opened.push(client);
    return client;
  }

  const run = async (
    migrations: ClassList,
    waits: { waitMs?: number; giveUpAfterMs?: number } = {},
  ) => migrate(await at(migrations), { url: database.url, holder: 'this suite', logger, ...waits });

  /** Another process takes the lock; resolves when it has it. */
  async function heldElsewhere(): Promise<ChildProcess> {
    holder = spawn(process.execPath, ['-e', HOLDER, database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    if (!holder.stdout) throw new Error('the holder says nothing');
    await once(holder.stdout, 'data');
    return holder;
  }

  const said = (message: string) => log.filter(({ msg }) => msg === message);

  test('runs each migration once, with any number of concurrent runners', async () => {
    const runs = await Promise.all([run(BOTH), run(BOTH), run(BOTH)]);
    expect(runs.flat().sort()).toEqual(['First1000000000001', 'Second1000000000002']);
    const client = await session();
    const { rows } = await client.query('select migration from run');
    expect(rows).toEqual([{ migration: 'first' }, { migration: 'second' }]);
  });

  test('reports its progress', async () => {
    await run(BOTH);
    expect(said('migrated')).toEqual([
      expect.objectContaining({ migration: 'First1000000000001', place: '1 of 2' }),
      expect.objectContaining({ migration: 'Second1000000000002', place: '2 of 2' }),
    ]);
  });

  test('gives up on a runner that does not end, and names it', async () => {
    await heldElsewhere();
    await expect(run(BOTH, { waitMs: 600 })).rejects.toThrow(
      /did not end within 0.6 s: held by a runner elsewhere \(Postgres process \d+\) since 20/,
    );
    expect(said('waiting for the migration lock')).toEqual([
      expect.objectContaining({ holder: expect.stringContaining('a runner elsewhere') }),
    ]);
  });

  test('continues when the runner that it waits for is killed', async () => {
    const elsewhere = await heldElsewhere();
    const running = run(BOTH);
    await eventually(() => expect(said('waiting for the migration lock')).toHaveLength(1));
    elsewhere.kill('SIGKILL');
    expect(await running).toHaveLength(2);
  });

  test('does not continue without its lock', async () => {
    let cut: () => Promise<unknown> = () => Promise.reject(new Error('too early'));
    class Cut1000000000001 extends ForwardOnlyMigration {
      readonly name = 'Cut1000000000001';
      async up(runner: QueryRunner): Promise<void> {
        await new First1000000000001().up(runner);
        await cut();
      }
    }
    const client = await session();
    cut = () =>
      client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'this suite' and datname = current_database()`);
    await expect(run([Cut1000000000001, Second1000000000002])).rejects.toThrow(
      'the migration lock is lost',
    );
    expect(said('migrated').map(({ migration }) => migration)).toEqual(['Cut1000000000001']);
  });

  test('retries with backoff while a transaction holds the lock, so that callers are served', async () => {
    await run([First1000000000001]);
    const reader = await session();
    await reader.query('begin');
    await reader.query('select * from note');

    const running = run(BOTH);
    await eventually(() =>
      expect(said('lock timeout; retrying the migration')[0]).toMatchObject({
        migration: 'Second1000000000002',
        oldest: [expect.stringContaining('a report')],
      }),
    );
    // A wait without a lock timeout would take as long.
    const caller = await session();
    await caller.query('select * from note');

    await reader.query('commit');
    expect(await running).toEqual(['Second1000000000002']);
  });

  test('fails when a lock is not released, and leaves the schema unchanged', async () => {
    await run([First1000000000001]);
    const reader = await session();
    await reader.query('begin');
    await reader.query('select * from note');
    await expect(run(BOTH, { giveUpAfterMs: 0 })).rejects.toThrow('lock timeout');
    await expect(requireCurrentSchema(await at(BOTH))).rejects.toThrow('behind');
  });
});

describe('a schema and a version of the code', () => {
  let database: TestDatabase;
  const opened: DataSource[] = [];
  const logger = createLogger('consent', 'silent');

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    for (const each of opened.splice(0)) await each.destroy();
    await database.drop();
  });

  async function at(migrations: ClassList): Promise<DataSource> {
    const dataSource = await connected(database, migrations);
    opened.push(dataSource);
    return dataSource;
  }

  const options = () => ({ url: database.url, holder: 'this suite', logger });

  test('a service rejects a schema that is behind, and names the missing migrations', async () => {
    await migrate(await at([First1000000000001]), options());
    await expect(requireCurrentSchema(await at(BOTH))).rejects.toThrow(
      'the database schema is behind this version by 1 migration(s), run the migrate command first: Second1000000000002',
    );
  });

  test('a service rejects an empty database, and leaves it empty', async () => {
    const dataSource = await at(BOTH);
    await expect(requireCurrentSchema(dataSource)).rejects.toThrow('behind');
    const tables = await dataSource.query<unknown[]>(
      "select 1 from information_schema.tables where table_schema = 'public'",
    );
    expect(tables).toEqual([]);
  });

  test('the previous version serves a schema that is ahead of it, and migrates nothing', async () => {
    await migrate(await at(BOTH), options());
    const previous = await at([First1000000000001]);
    const before = await previous.query<unknown[]>('select * from migrations');

    await requireCurrentSchema(previous);
    expect(await migrate(previous, options())).toEqual([]);

    expect(await previous.query<unknown[]>('select * from migrations')).toEqual(before);
    await requireCurrentSchema(await at(BOTH));
  });

  test('migrations cannot be reverted', async () => {
    const dataSource = await at(BOTH);
    await migrate(dataSource, options());
    await expect(dataSource.undoLastMigration()).rejects.toThrow('migrations only go forward');
    await requireCurrentSchema(dataSource);
  });
});

/** A database as a version of the code with these migrations sees it. */
async function connected(
  { url }: Pick<TestDatabase, 'url'>,
  migrations: ClassList,
): Promise<DataSource> {
  const dataSource = new DataSource({ type: 'postgres', url, migrations });
  return dataSource.initialize();
}
