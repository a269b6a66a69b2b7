import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../project-root.js';
import { waitUntil } from '../wait.js';
import { commandLineOf } from './command-line.js';

/** A stand-in for a server: a process that runs until it is stopped; it uses the build. */
const LAUNCHER = `
  import { spawn } from 'node:child_process';
  import { endWithUsers } from './dist/processes/keeper.js';
  const servers = [1, 2].map(() => spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }));
  const [, callOff] = servers.map(({ pid }) => endWithUsers(pid, 'TERM'));
  callOff();
  console.log(JSON.stringify(servers.map(({ pid }) => pid)));
  setInterval(() => undefined, 1000);
`;

test('a server ends with its killed launcher, unless that was cancelled', async () => {
  const launcher = spawn(process.execPath, ['--input-type=module', '-e', LAUNCHER], {
    cwd: join(projectRoot(), 'libs', 'local-infra'),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise((resolve) => launcher.stdout.once('data', resolve));
  const [kept = 0, calledOff = 0] = JSON.parse(String(line)) as number[];
  launcher.kill('SIGKILL');
  expect(await waitUntil(() => commandLineOf(kept) === undefined, 10_000)).toBe(true);
  expect(commandLineOf(calledOff)).toMatch(/^sleep 600/);
  process.kill(calledOff);
});
