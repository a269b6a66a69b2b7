import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

/** A process that logs a request and exits at once; it runs the build. */
const PROCESS = `
  import { AccessLog } from './dist/logging/access-log.js';
  const logs = ['first', 'second'].map((name) => new AccessLog(name, 'info'));
  const line = { method: 'GET', route: '/', status: 200, duration_ms: 1 };
  for (const log of logs) log.write(line);
`;

/** The access logs that hold the request after the process has exited. */
function writtenBy(end: string): Promise<readonly unknown[]> {
  return new Promise((resolve) => {
    const args = ['--input-type=module', '-e', PROCESS + end];
    const cwd = join(__dirname, '..', '..');
    execFile(process.execPath, args, { cwd }, (_error, stdout) => {
      const lines = stdout.split('\n').filter((line) => line !== '');
      resolve(lines.map((line) => (JSON.parse(line) as { readonly service: unknown }).service));
    });
  });
}

test.each([
  ['leaves', 'process.exit(1);'],
  ['throws', "throw new Error('of nobody');"],
  ['rejects', "await Promise.reject(new Error('of nobody'));"],
  ['has nothing left to do', ''],
])('buffered lines are written when the process %s', async (_how, end) => {
  expect(await writtenBy(end)).toEqual(['first', 'second']);
});

test('closing a log writes its buffered lines, and leaves other logs open', async () => {
  const closed = `
    logs[0].close();
    if (process.listenerCount('exit') !== 1) throw new Error('not one listener for all');
    logs[1].close();
    process.kill(process.pid, 'SIGKILL');
  `;
  expect(await writtenBy(closed)).toEqual(['first', 'second']);
});
