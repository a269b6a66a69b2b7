import { expect, test } from '@jest/globals';
import { useStarted } from './use-started.js';
import { selectedVersion } from '@ndx/local-infra';
import pg from 'pg';
import { eventually } from './eventually.js';
import { createTestDatabase, type TestDatabase } from './test-postgres.js';

const database = useStarted(createTestDatabase);

test('a test database is a new, empty Postgres 18 database', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ tables: number; version: string }>(
      `SELECT count(*)::int AS tables, current_setting('server_version') AS version
       FROM pg_tables WHERE schemaname = 'public'`,
    );
    const major = new RegExp(`^${selectedVersion() ?? '18'}\\.`);
    expect(rows).toEqual([{ tables: 0, version: expect.stringMatching(major) }]);
  } finally {
    await client.end();
  }
});

test('dropping a test database closes the remaining connections', async () => {
  const other = await createTestDatabase();
  const client = new pg.Client({ connectionString: other.url });
  const errors: unknown[] = [];
  client.on('error', (error) => errors.push(error));
  await client.connect();
  await other.drop();
  // admin_shutdown
  await eventually(() => expect(errors).toContainEqual(expect.objectContaining({ code: '57P01' })));
});

test("a copy of a test database has the original's content, and is independent", async () => {
  const statement = async ({ url }: TestDatabase, text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ text: string }>(text);
    await client.end();
    return rows;
  };
  const original = await createTestDatabase();
  await statement(original, "create table note as select 'before' as text");
  const copy = await createTestDatabase(original);
  await statement(original, "insert into note values ('after')");
  expect(await statement(copy, 'select text from note')).toEqual([{ text: 'before' }]);
  await Promise.all([original.drop(), copy.drop()]);
});
