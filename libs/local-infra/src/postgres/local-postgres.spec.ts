import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { projectRoot } from '../project-root.js';
import { commandLineOf } from '../processes/command-line.js';
import { waitUntil } from '../wait.js';
import { LocalPostgres } from './local-postgres.js';

const RESTART_TIMEOUT_MS = 30_000;

let folder: string;
let running: LocalPostgres[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'local-postgres-'));
  // Under root the server runs as another user, which needs access.
  chmodSync(folder, 0o755);
});

afterEach(async () => {
  for (const server of running) await server.stop();
  running = [];
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function start(options: { readonly port?: number; readonly dataDir?: string } = {}) {
  const log = (): void => undefined;
  const dataDir = join(folder, 'data');
  const server = await LocalPostgres.start({ dataDir, durable: false, log, ...options });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<object>(sql)).rows;
  } finally {
    await client.end();
  }
}

test('a version that is not tested is rejected', async () => {
  process.env['LOCAL_POSTGRES_VERSION'] = '14';
  try {
    await expect(start()).rejects.toThrow('LOCAL_POSTGRES_VERSION must be one of 15, 16, 17');
  } finally {
    delete process.env['LOCAL_POSTGRES_VERSION'];
  }
});

test('data survives a stop, and creating a database is idempotent', async () => {
  const first = await start();
  await query(await first.createDatabase('network'), 'CREATE TABLE kept AS SELECT 42 AS answer');
  await first.stop();
  const second = await start();
  const url = await second.createDatabase('network');
  expect(await query(url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
});

test('a commit is durable unless tests disable that', async () => {
  const log = (): void => undefined;
  const server = await LocalPostgres.start({ dataDir: join(folder, 'data'), log });
  running.push(server);
  expect(
    await query(
      server.url('postgres'),
      `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit,
              current_setting('listen_addresses') AS host`,
    ),
  ).toEqual([{ fsync: 'on', commit: 'on', host: '127.0.0.1' }]);
});

test('the extensions of the search indexes are installed', async () => {
  const server = await start();
  const url = await server.createDatabase('search');
  await query(url, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
  await query(url, 'CREATE EXTENSION IF NOT EXISTS btree_gin');
  expect(await query(url, "SELECT lower('ÄRGER') AS lower")).toEqual([{ lower: 'ärger' }]);
});

test('a server ends with its killed launcher, and the next start has its data', async () => {
  const server = await start();
  await query(server.url('postgres'), 'CREATE TABLE before AS SELECT 5 AS five');
  await server.stop();
  const launcher = spawn(
    process.execPath,
    ['--input-type=module', '-e', LAUNCHER, join(folder, 'data')],
    { cwd: join(projectRoot(), 'libs', 'local-infra'), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const pid = Number(await new Promise((resolve) => launcher.stdout.once('data', resolve)));
  launcher.kill('SIGKILL');

  const next = await start();
  expect(next.pid).not.toBe(pid);
  expect(commandLineOf(pid)).toBeUndefined();
  expect(await query(next.url('postgres'), 'SELECT five FROM before')).toEqual([{ five: 5 }]);
});

/** The other process runs the build, not the sources. */
const LAUNCHER = `
  import { LocalPostgres } from './dist/index.js';
  const log = () => undefined;
  const server = await LocalPostgres.start({ dataDir: process.argv[1], log });
  console.log(server.pid);
  setInterval(() => undefined, 1000);
`;

test('a killed server starts again on its port, with its data', async () => {
  const server = await start();
  const before = { pid: server.pid, url: server.url('postgres') };
  await query(before.url, 'CREATE TABLE kept AS SELECT 7 AS seven');
  // This server is not durable: writes that a crash may lose are flushed first.
  await query(before.url, 'CHECKPOINT');
  await server.kill();
  await expect(query(before.url, 'SELECT 1')).rejects.toThrow(/ECONNREFUSED|ECONNRESET/);
  await server.restart();
  expect(server.pid).not.toBe(before.pid);
  expect(await query(before.url, 'SELECT seven FROM kept')).toEqual([{ seven: 7 }]);
});

test('a server that is killed by another process is started again with its data, and says so', async () => {
  const lines: string[] = [];
  const server = await LocalPostgres.start({
    dataDir: join(folder, 'data'),
    restart: true,
    log: (line) => lines.push(line),
  });
  running.push(server);
  const url = server.url('postgres');
  await query(url, 'CREATE TABLE kept_twice AS SELECT 9 AS nine');
  for (const times of [1, 2]) {
    const { pid } = server;
    process.kill(pid, 'SIGKILL');
    await waitUntil(() => server.pid !== pid, RESTART_TIMEOUT_MS);
    expect(await query(url, 'SELECT nine FROM kept_twice')).toEqual([{ nine: 9 }]);
    expect(lines.filter((line) => line.startsWith('Postgres: '))).toHaveLength(1 + 2 * times);
  }
  expect(lines.slice(-2)).toEqual([
    'Postgres: ended unexpectedly (SIGKILL), starting it again',
    `Postgres: listening on port ${server.port}`,
  ]);

  await server.stop();
  expect(commandLineOf(server.pid)).toBeUndefined();
  expect(lines.at(-1)).toBe(`Postgres: listening on port ${server.port}`);
});

test('a second server on the data folder is refused, and the first one is named', async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(
    `Postgres (process ${first.pid}) already runs on ${first.dataDir}. ` +
      `Stop the network that uses it, or the server itself: kill -INT ${first.pid}`,
  );
});

test('a pid file left by a crash does not prevent a start', async () => {
  const first = await start();
  const pidFile = join(first.dataDir, 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await first.stop();
  // The id belongs to another process now: this one.
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'));
  expect(await query((await start()).url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('an empty pid file, left by a crash during the start, does not either', async () => {
  const first = await start();
  await first.stop();
  writeFileSync(join(first.dataDir, 'postmaster.pid'), '');
  expect(await query((await start()).url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a crashed server is started again on its data', async () => {
  const first = await start();
  process.kill(first.pid, 'SIGKILL');
  const second = await start();
  expect(second.pid).not.toBe(first.pid);
  expect(await query(second.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('a port in use is named', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  try {
    await expect(start({ port })).rejects.toThrow(
      `Port ${port}, which Postgres needs, is in use by another program`,
    );
  } finally {
    await new Promise((resolve) => other.close(resolve));
  }
});

test('data of another major version is rejected with instructions', async () => {
  const server = await start();
  await server.stop();
  const versionFile = join(server.dataDir, 'PG_VERSION');
  const version = readFileSync(versionFile);
  writeFileSync(versionFile, '17\n');
  try {
    await expect(start()).rejects.toThrow(
      /is of Postgres 17, and this is Postgres 18.*Delete the folder/,
    );
  } finally {
    writeFileSync(versionFile, version);
  }
});

test('a folder with other content is not changed', async () => {
  const dataDir = join(folder, 'other');
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'thesis.txt'), 'years of work');
  await expect(start({ dataDir })).rejects.toThrow('is not empty and holds no Postgres data');
  expect(readFileSync(join(dataDir, 'thesis.txt'), 'utf8')).toBe('years of work');
});

const asRoot = process.getuid?.() === 0 ? test : test.skip;

asRoot(
  'under root, data of a folder closed to others lies where the server can enter',
  async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const dataDir = join(closed, 'data');
    const server = await start({ dataDir });
    expect(await query(server.url('postgres'), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(dataDir)).toBe(false);

    await server.stop();
    const again = await start({ dataDir });
    expect(again.dataDir).toBe(server.dataDir);
    await again.stop();
    rmSync(again.dataDir, { recursive: true });
    rmSync(`${again.dataDir}.log`);
  },
);

asRoot('under root, data that a normal user made is refused with what to do about it', async () => {
  const dataDir = join(folder, 'of-a-normal-user');
  mkdirSync(dataDir);
  chownSync(dataDir, 1234, 1234);
  await expect(start({ dataDir })).rejects.toThrow(/belongs to another user.*created without root/);
});
