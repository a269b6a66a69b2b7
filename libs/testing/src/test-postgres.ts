import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { LocalPostgres, projectRoot } from '@ndx/local-infra';
import pg from 'pg';
import { sharedServer } from './shared-server.js';

export interface TestDatabase {
  readonly url: string;
  /** Removes it, cutting the connections that are still open. */
  drop(): Promise<void>;
}

const NAME_PREFIX = 'test_';

let shared: Promise<string> | undefined;

/**
 * The address of a Postgres server for tests, with the right to create databases: the one that
 * TEST_POSTGRES_URL names, or else one that all test processes of this checkout share and that ends
 * with the last of them.
 */
export function testPostgres(): Promise<string> {
  shared ??= givenOrShared();
  return shared;
}

/** An empty database of the test's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const admin = await testPostgres();
  const name = NAME_PREFIX + randomBytes(8).toString('hex');
  await execute(admin, `CREATE DATABASE ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => execute(admin, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function givenOrShared(): Promise<string> {
  const given = process.env['TEST_POSTGRES_URL'];
  if (given !== undefined && given !== '') return given;
  const dataDir = join(projectRoot(), '.cache', 'test-postgres');
  const server = await sharedServer(dataDir, 'INT', async ({ adopt }) => {
    const log = (): void => undefined;
    const started = await LocalPostgres.start({ dataDir, durable: false, adopt, log });
    if (!adopt) await dropLeftBehind(started.url('postgres'));
    return started;
  });
  return server.url('postgres');
}

/** What killed tests could not drop; nobody else uses a server that was just started. */
async function dropLeftBehind(admin: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE starts_with(datname, $1)',
      [NAME_PREFIX],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname}`);
  } finally {
    await client.end();
  }
}

async function execute(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
