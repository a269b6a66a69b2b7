import { createTestDatabase, type TestDatabase } from '@ndx/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { rehearseUpgrade, UpgradeFailed, type RehearsedVersion } from './rehearse-upgrade.js';

const CREATE = 'create table note (id int primary key, text text not null)';
const WRITE = "insert into note (id, text) values (1, 'x') on conflict (id) do nothing";

let database: TestDatabase;
let client: pg.Client;
let steps: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('create table migration (statement text primary key)');
  steps = [];
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

/** A version of an exchange that is one table: its migrations, and the statement that it runs. */
function version(name: string, migrations: readonly string[], statement: string): RehearsedVersion {
  const migrate = async () => {
    steps.push(`${name} migrates`);
    const { rows } = await client.query<{ statement: string }>('select statement from migration');
    const run = rows.map((row) => row.statement);
    for (const migration of migrations.filter((each) => !run.includes(each))) {
      await client.query(migration);
      await client.query('insert into migration values ($1)', [migration]);
    }
  };
  return {
    async start() {
      await migrate();
      return async () => {
        steps.push(`${name} stops`);
      };
    },
    migrate,
    async check() {
      steps.push(`${name} is checked`);
      await client.query(statement);
    },
  };
}

const before = version('before', [CREATE], WRITE);

/** The next version, with one more migration. */
const next = (migration: string, statement = WRITE) =>
  version('next', [CREATE, migration], statement);

describe('an upgrade', () => {
  test('migrates while the release before serves, and then replaces it', async () => {
    const migration = 'alter table note add column title text';
    await rehearseUpgrade(before, next(migration, 'select title, text from note'));
    expect(steps).toEqual([
      'before migrates',
      'before is checked',
      'next migrates',
      'before is checked',
      'before stops',
      'next migrates',
      'next is checked',
      'next stops',
    ]);
  });

  test.each([
    ['renames a column', 'alter table note rename text to body'],
    ['drops a table', 'drop table note'],
    ['adds a required column', 'truncate note; alter table note add column title text not null'],
    ['rejects the values of the release before', "alter table note add check (text <> 'x')"],
  ])('fails when a migration %s', async (_what, migration) => {
    const upgrade = rehearseUpgrade(before, next(migration));
    await expect(upgrade).rejects.toThrow(UpgradeFailed);
    expect(steps.at(-1)).toBe('before stops');
  });

  test.each([
    [
      'alter table note rename text to body',
      WRITE,
      'the release before works on the new schema: column "text"',
    ],
    ['select 1', 'select title from note', 'the next version works: column "title" does not exist'],
  ])('names the step that fails: %s', async (migration, statement, message) => {
    await expect(rehearseUpgrade(before, next(migration, statement))).rejects.toThrow(message);
  });
});
