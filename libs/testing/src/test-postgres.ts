import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { LocalPostgres, projectRoot, selectedVersion } from '@ndx/local-infra';
import pg from 'pg';
import { sharedServer } from './shared-server.js';

export interface TestDatabase {
  readonly url: string;
  /** Drops it, closing the remaining connections. */
  drop(): Promise<void>;
}

const NAME_PREFIX = 'test_';

/** Time for closing connections before they are cut. */
const CLOSING_MS = 250;

let shared: Promise<string> | undefined;

/**
 * The address of a Postgres server for tests, with the right to create databases:
 * TEST_POSTGRES_URL, or else one that all test processes of this checkout share and that ends with
 * the last of them.
 */
export function testPostgres(): Promise<string> {
  shared ??= givenOrShared();
  return shared;
}

/**
 * A new database: empty, or a copy of another one that has no open connections. Postgres copies the
 * files; its default, writing the copy to the log, takes four times as long.
 */
export async function createTestDatabase(original?: TestDatabase): Promise<TestDatabase> {
  const admin = await testPostgres();
  const name = NAME_PREFIX + randomBytes(8).toString('hex');
  const template = original === undefined ? 'template1' : databaseOf(original.url);
  await withClient(admin, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`),
  );
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => dropDatabase(admin, name),
  };
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

async function givenOrShared(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return given;
  const version = selectedVersion();
  const name = version === undefined ? 'test-postgres' : `test-postgres-${version}`;
  const dataDir = join(projectRoot(), '.cache', name);
  const log = (): void => undefined;
  return sharedServer(dataDir, async (users) => {
    const server = await LocalPostgres.start({ dataDir, durable: false, users, log });
    const url = server.url('postgres');
    await dropLeftBehind(url);
    return url;
  });
}

/** Removes databases of killed tests; a server that was just started has no other users. */
async function dropLeftBehind(admin: string): Promise<void> {
  await withClient(admin, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [NAME_PREFIX],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`);
  });
}

/**
 * A pool reports its end while its connections are still closing, and cutting one then fails the
 * test, so they get a moment.
 */
async function dropDatabase(admin: string, name: string): Promise<void> {
  await withClient(admin, async (client) => {
    const giveUpAt = Date.now() + CLOSING_MS;
    const open = 'SELECT FROM pg_stat_activity WHERE datname = $1';
    while ((await client.query(open, [name])).rowCount && Date.now() < giveUpAt) await sleep(10);
    await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
}

async function withClient(
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
