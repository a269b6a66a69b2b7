import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from './eventually.js';
import { sharedServer } from './shared-server.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shared-server-'));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A stand-in for a server: a process that runs until it is stopped. */
async function startServer() {
  const server = spawn('sleep', ['600'], { detached: true, stdio: 'ignore' });
  await new Promise((resolve) => server.once('spawn', resolve));
  server.unref();
  if (server.pid === undefined) throw new Error('sleep did not start');
  return { pid: server.pid };
}

test('of many concurrent users the first starts the server, and the others adopt it', async () => {
  const path = join(folder, 'server');
  const choices: boolean[] = [];
  const start = async ({ adopt }: { readonly adopt: boolean }) => {
    choices.push(adopt);
    return adopt ? { pid: Number(readFileSync(`${path}.pid`, 'utf8')) } : startServer();
  };
  const servers = await Promise.all([1, 2, 3].map(() => sharedServer(path, 'TERM', start)));
  expect(new Set(servers.map(({ pid }) => pid)).size).toBe(1);
  expect(choices).toEqual([false, true, true]);
  process.kill(servers[0]?.pid ?? 0);
});

test('the server ends with its last user, even a killed one', async () => {
  const path = join(folder, 'server');
  // This process would hold the pipe until it exits, so another process is the user; it runs the
  // build.
  const user = spawn(process.execPath, ['--input-type=module', '-e', USER, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: join(projectRoot(), 'libs', 'testing'),
  });
  const pid = Number(await new Promise((resolve) => user.stdout.once('data', resolve)));
  process.kill(pid, 0);

  user.kill('SIGKILL');
  await eventually(() => expect(existsSync(`${path}.users`)).toBe(false));
  await eventually(() => expect(isRunning(pid)).toBe(false));
});

const USER = `
  import { spawn } from 'node:child_process';
  import { sharedServer } from './dist/shared-server.js';
  const { pid } = await sharedServer(process.argv[1], 'TERM', async () =>
    spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }),
  );
  console.log(pid);
`;

/** A zombie does not count. */
function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.trim() !== '' && !stdout.startsWith('Z');
}

test('a pipe without an owner is created again', async () => {
  const path = join(folder, 'server');
  spawnSync('mkfifo', [`${path}.users`]);
  const server = await sharedServer(path, 'TERM', startServer);
  expect(readFileSync(`${path}.pid`, 'utf8')).toBe(`${server.pid}\n`);
  process.kill(server.pid);
});
