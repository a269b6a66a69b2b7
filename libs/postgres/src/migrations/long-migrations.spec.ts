import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestDatabase, eventually, type TestDatabase } from '@ndx/testing';
import pg from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { createLogger, type Logger } from '@ndx/telemetry';
import { BackfillMigration } from './backfill-migration.js';
import { BackfillPosition } from './backfill-position.js';
import type { ClassList } from '../pool/data-source.js';
import { IndexMigration } from './index-migration.js';
import { migrate } from './migrate.js';

const ROWS = 1_000;

/** Counts how often each row was filled. */
class FillTimes1000000000001 extends BackfillMigration<{ readonly id: string }> {
  readonly name = 'FillTimes1000000000001';
  protected readonly table = 'note';
  protected readonly columns = 'id';
  protected override readonly where = "text <> 'full'";
  protected override readonly batch = 100;
  static beforeEach: ((ids: readonly string[]) => Promise<void>) | undefined;

  protected async fill(manager: EntityManager, rows: readonly { readonly id: string }[]) {
    const ids = rows.map(({ id }) => id);
    await FillTimes1000000000001.beforeEach?.(ids);
    await manager.query('update note set times = times + 1 where id = any($1::bigint[])', [ids]);
  }
}

/** Marks rows by what it is handed of them. */
class MarkExactly1000000000004 extends BackfillMigration<{
  readonly key: string;
  readonly amount: string;
}> {
  readonly name = 'MarkExactly1000000000004';
  protected readonly table = 'price';
  protected readonly columns = '*';

  protected async fill(
    manager: EntityManager,
    rows: readonly { readonly key: string; readonly amount: string }[],
  ) {
    for (const row of rows) {
      await manager.query('update price set seen = $3 where key = $1 and amount = $2', [
        row.key,
        row.amount,
        Object.keys(row).join(),
      ]);
    }
  }
}

class FindByText1000000000002 extends IndexMigration {
  readonly name = 'FindByText1000000000002';
  protected readonly indexes = [{ name: 'note_by_text', on: 'note (text)' }];
}

class ForbidDoubles1000000000003 extends IndexMigration {
  readonly name = 'ForbidDoubles1000000000003';
  protected readonly indexes = [{ name: 'note_once', on: 'note (text)', unique: true }];
}

let database: TestDatabase;
let log: Record<string, unknown>[];
let logger: Logger;
let client: pg.Client;
const opened: DataSource[] = [];
const sessions: pg.Client[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  log = [];
  logger = createLogger('consent', 'info', {
    write: (line) => log.push(JSON.parse(line) as Record<string, unknown>),
  });
  client = await session();
  await client.query(`
    create table note (part int, id bigint, text text not null, times int not null default 0,
      primary key (part, id));
    insert into note select n % 2, n, case when n <= ${ROWS} then 'open' else 'full' end
    from generate_series(1, ${ROWS + 500}) n;
    analyze note`);
});

afterEach(async () => {
  FillTimes1000000000001.beforeEach = undefined;
  for (const each of opened.splice(0)) await each.destroy();
  for (const each of sessions.splice(0)) await each.end();
  await database.drop();
});

async function session(): Promise<pg.Client> {
  const opening = new pg.Client({ connectionString: database.url, application_name: 'a caller' });
  await opening.connect();
  sessions.push(opening);
  return opening;
}

async function run(migrations: ClassList, giveUpAfterMs?: number): Promise<string[]> {
  const url = new URL(database.url);
  url.searchParams.set('application_name', 'the runner');
  const dataSource = new DataSource({ type: 'postgres', url: url.href, migrations });
  await dataSource.initialize();
  opened.push(dataSource);
  return migrate(dataSource, {
    url: database.url,
    holder: 'the lock',
    logger,
    ...(giveUpAfterMs && { giveUpAfterMs }),
  });
}

const said = (message: string) => log.filter(({ msg }) => msg === message);
const filled = async () => {
  const { rows } = await client.query<{ times: number; rows: number }>(
    'select times, count(*)::int as rows from note group by times order by times',
  );
  return rows;
};

/** Ends the connections of whoever migrates, as the end of its process does. */
const killRunner = () =>
  client.query(`select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where application_name in ('the runner', 'the lock') and datname = current_database()`);

describe('a backfill', () => {
  test('fills each row that lacks it once, and tells how far it is', async () => {
    await run([FillTimes1000000000001]);
    expect(await filled()).toEqual([
      { times: 0, rows: 500 },
      { times: 1, rows: ROWS },
    ]);
    expect(said('backfilling')[0]).toMatchObject({
      migration: 'FillTimes1000000000001',
      done: 100,
      estimated_total: ROWS,
      rows_per_second: expect.any(Number),
    });
    expect(said('backfilled')).toEqual([
      expect.objectContaining({ done: ROWS, estimated_total: ROWS }),
    ]);
  });

  test('goes on where it was killed, and fills no row twice', async () => {
    let batches = 0;
    FillTimes1000000000001.beforeEach = async () => {
      batches += 1;
      if (batches === 4) await killRunner();
    };
    await expect(run([FillTimes1000000000001])).rejects.toThrow();
    expect(await filled()).toContainEqual({ times: 1, rows: 300 });

    log = [];
    expect(await run([FillTimes1000000000001])).toEqual(['FillTimes1000000000001']);

    expect(batches).toBe(4 + 7);
    expect(await filled()).toEqual([
      { times: 0, rows: 500 },
      { times: 1, rows: ROWS },
    ]);
    expect(said('backfilling')[0]).toMatchObject({ done: 400 });
  });

  test('holds no row but those of the batch, and makes no caller wait for the others', async () => {
    const caller = await session();
    await caller.query('set lock_timeout = 500');
    FillTimes1000000000001.beforeEach = async (ids) => {
      await caller.query('update note set text = text where id <> all($1)', [ids]);
      await caller.query("insert into note values (0, $1, 'full')", [10_000 + Number(ids[0])]);
    };
    await run([FillTimes1000000000001]);
    expect(await filled()).toContainEqual({ times: 1, rows: ROWS });
  });

  test('gives way to a caller who holds a row, and fills it afterwards', async () => {
    const caller = await session();
    await caller.query('begin');
    await caller.query('update note set text = text where id = 250');
    const running = run([FillTimes1000000000001]);
    await eventually(() =>
      expect(said('a lock is in the way; giving way and trying again')).not.toHaveLength(0),
    );
    // What it had of the batch it has let go of.
    await caller.query('set local lock_timeout = 500');
    await eventually(() => caller.query('update note set text = text where id = 248'));
    await caller.query('commit');
    await running;
    expect(await filled()).toContainEqual({ times: 1, rows: ROWS });
  });
});

describe('a backfill that cannot come between the transactions of others', () => {
  test('gives up when its runner is to give up', async () => {
    const caller = await session();
    await caller.query('begin');
    await caller.query('update note set text = text where id = 250');
    await expect(run([FillTimes1000000000001], 500)).rejects.toThrow('lock timeout');
  });
});

test('a backfill is handed numbers to the last digit, and columns by any name', async () => {
  await client.query(`
    create table price (key bigint primary key, amount numeric, seen text);
    insert into price values (9007199254740993, 0.1234567890123456789), (1, 100000000000000000001)`);
  await run([MarkExactly1000000000004]);
  const { rows } = await client.query('select key, seen from price order by key');
  expect(rows).toEqual([
    { key: '1', seen: 'key,amount,seen' },
    { key: '9007199254740993', seen: 'key,amount,seen' },
  ]);
});

test('how much there is to do is estimated when a backfill first starts, and never again', async () => {
  const dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  opened.push(dataSource);
  const { manager } = dataSource;
  let asked = 0;
  const start = (name: string) => BackfillPosition.of(manager, name, async () => 10 * (asked += 1));
  const position = await start('first');
  await position.advance(manager, ['7'], 7);
  await start('first');
  await start('second');
  expect(asked).toBe(2);
  await manager.transaction(async (held) => {
    expect(await position.lock(held)).toEqual({ after: ['7'], done: 7, estimated: 10 });
  });
});

describe('an index of a table in use', () => {
  test('is built beside a writer, who does not wait for it, and tells how far it is', async () => {
    const writer = await session();
    await writer.query('begin');
    await writer.query("update note set text = 'changed' where id = 1");

    const running = run([FindByText1000000000002]);
    await eventually(() =>
      expect(said('indexing')[0]).toMatchObject({
        index: 'note_by_text',
        phase: expect.stringContaining('waiting for writers'),
      }),
    );
    const other = await session();
    await other.query("insert into note values (0, 20000, 'new')");
    await writer.query('commit');

    expect(await running).toEqual(['FindByText1000000000002']);
  });

  test('does not wait for another runner that waits for it', async () => {
    const writer = await session();
    await writer.query('begin');
    await writer.query("update note set text = 'changed' where id = 1");
    const both = [run([FindByText1000000000002]), run([FindByText1000000000002])];
    await eventually(() => expect(said('waiting for another migration to end')).toHaveLength(1));
    await writer.query('commit');
    expect((await Promise.all(both)).flat()).toEqual(['FindByText1000000000002']);
  });

  test('is built anew where the one who built it was killed', async () => {
    const writer = await session();
    await writer.query('begin');
    await writer.query("update note set text = 'changed' where id = 1");
    const killed = expect(run([FindByText1000000000002])).rejects.toThrow();
    await eventually(async () => expect(await validity('note_by_text')).toBe(false));
    await killRunner();
    await killed;
    await writer.query('commit');

    await run([FindByText1000000000002]);
    expect(await validity('note_by_text')).toBe(true);
  });

  test('that rows contradict fails, and can be tried again when they do no more', async () => {
    await expect(run([ForbidDoubles1000000000003])).rejects.toThrow(
      'could not create unique index',
    );
    await client.query('update note set text = id::text');
    expect(await run([ForbidDoubles1000000000003])).toEqual(['ForbidDoubles1000000000003']);
    expect(await validity('note_once')).toBe(true);
  });
});

async function validity(index: string): Promise<boolean | undefined> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0]?.valid;
}
