import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { waitUntil } from '../wait.js';
import { LocalPostgres } from './local-postgres.js';
import { detachStandby, startStandby } from './standby.js';

let folder: string;
let running: LocalPostgres[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'standby-'));
  // Under root the server runs as another user, which needs access.
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const optionsOf = (name: string) => ({
  dataDir: join(folder, name),
  durable: false,
  log: () => undefined,
});

async function sql(server: LocalPostgres, ...statements: string[]): Promise<object[]> {
  const client = new pg.Client({ connectionString: server.url('postgres') });
  await client.connect();
  try {
    let rows: object[] = [];
    for (const statement of statements) ({ rows } = await client.query<object>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function aPair(): Promise<{ primary: LocalPostgres; standby: LocalPostgres }> {
  const primary = await LocalPostgres.start(optionsOf('primary'));
  running.push(primary);
  await sql(primary, 'drop table if exists kept', 'create table kept as select 1 as n');
  const standby = await startStandby(primary, optionsOf('standby'));
  running.push(standby);
  return { primary, standby };
}

async function untilReplicated(standby: LocalPostgres, n: number): Promise<void> {
  await waitUntil(async () => {
    const rows = await sql(standby, `select n from kept where n = ${n}`);
    return rows.length > 0;
  }, 10_000);
}

test("a standby receives its primary's commits, and takes over when the primary is killed", async () => {
  const { primary, standby } = await aPair();
  await sql(primary, 'insert into kept values (2)');
  await untilReplicated(standby, 2);
  await primary.kill();
  await sql(standby, 'select pg_promote()', 'insert into kept values (3)');
  expect(await sql(standby, 'select n from kept order by n')).toEqual([
    { n: 1 },
    { n: 2 },
    { n: 3 },
  ]);
});

test('a stopped standby started as a primary lacks later commits', async () => {
  const { primary, standby } = await aPair();
  await untilReplicated(standby, 1);
  await standby.stop();
  await sql(primary, 'insert into kept values (2)');
  await primary.stop();
  detachStandby(standby.dataDir);
  await standby.restart();
  await sql(standby, 'insert into kept values (3)');
  expect(await sql(standby, 'select n from kept order by n')).toEqual([{ n: 1 }, { n: 3 }]);
});
