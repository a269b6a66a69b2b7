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

/** A stand-in for a server: a process that runs until the pipe has no writer; its address is its id. */
async function startServer(users: number): Promise<string> {
  const server = spawn('cat', { detached: true, stdio: [users, 'ignore', 'ignore'] });
  await new Promise((resolve) => server.once('spawn', resolve));
  server.unref();
  return String(server.pid);
}

test('of many concurrent users the first starts the server, and the others use it', async () => {
  const path = join(folder, 'server');
  let starts = 0;
  const start = (users: number) => {
    starts += 1;
    return startServer(users);
  };
  const addresses = await Promise.all([1, 2, 3].map(() => sharedServer(path, start)));
  expect(new Set(addresses).size).toBe(1);
  expect(starts).toBe(1);
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
  const pid = await sharedServer(process.argv[1], async (users) =>
    String(spawn('cat', { detached: true, stdio: [users, 'ignore', 'ignore'] }).pid),
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
  const address = await sharedServer(path, startServer);
  expect(readFileSync(`${path}.address`, 'utf8')).toBe(address);
});
