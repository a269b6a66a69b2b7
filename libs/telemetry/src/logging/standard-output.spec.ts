import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from '@jest/globals';

/**
 * A process that serves while it logs 8 MB, then shuts down; it runs the build. Standard error
 * reports each step.
 */
const PROCESS = `
  import { createServer, get } from 'node:http';
  import { AccessLog } from './dist/logging/access-log.js';
  import { createLogger } from './dist/logging/logger.js';
  import { droppedLogLines } from './dist/logging/standard-output.js';

  const [logger, access] = [createLogger('gateway', 'info'), new AccessLog('gateway', 'info')];
  const server = createServer((request, response) => {
    for (let line = 0; line < 1_000; line += 1) logger.info({ texts: Array(4).fill('x'.repeat(175)) }, 'a line');
    access.write({ method: 'GET', route: '/', status: 200, duration_ms: 1 });
    response.end();
  });
  server.listen(0, '127.0.0.1', async () => {
    for (let request = 0; request < 12; request += 1) {
      await new Promise((resolve) => {
        get({ port: server.address().port, agent: false }, (answer) => answer.resume().on('end', resolve));
      });
    }
    process.stderr.write('served, dropped ' + droppedLogLines() + '\\n');
  });
  process.on('SIGTERM', () => {
    access.close();
    server.close();
    process.exit(0);
  });
`;

let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
});

/** Starts the process; resolves with the lines that it reported and dropped while serving. */
function serve(stdout: 'pipe' | number): Promise<number> {
  const started = spawn(process.execPath, ['--input-type=module', '-e', PROCESS], {
    cwd: join(__dirname, '..', '..'),
    stdio: ['ignore', stdout, 'pipe'],
  });
  child = started;
  return new Promise((resolve, reject) => {
    let text = '';
    started.stderr?.on('data', (part: Buffer) => {
      text += part.toString();
      const [, dropped] = /served, dropped (\d+)/.exec(text) ?? [];
      if (dropped !== undefined) resolve(Number(dropped));
    });
    started.once('exit', () => {
      reject(new Error(`the process ended: ${text}`));
    });
  });
}

/** The exit status of the process after a stop request. */
function stop(): Promise<number | null> {
  return new Promise((resolve) => {
    child?.once('exit', resolve);
    child?.kill('SIGTERM');
  });
}

test('a pipe without a reader delays no request and no shutdown; lines beyond the backlog are dropped', async () => {
  expect(await serve('pipe')).toBeGreaterThan(9_000);
  expect(await stop()).toBe(0);
});

test('a full disk delays no request and no shutdown; lines beyond the backlog are dropped', async () => {
  const full = openSync('/dev/full', 'w');
  try {
    expect(await serve(full)).toBeGreaterThan(9_000);
    expect(await stop()).toBe(0);
  } finally {
    closeSync(full);
  }
});

test('a pipe that is read again receives complete lines', async () => {
  await serve('pipe');
  let text = '';
  child?.stdout?.on('data', (part: Buffer) => (text += part.toString()));
  const closed = new Promise((resolve) => child?.stdout?.once('close', resolve));
  // The backlog is larger than a pipe: its rest follows when there is room.
  await new Promise<void>((resolve) => {
    const isRead = () => {
      if (text.length < 1_000_000) return;
      child?.stdout?.off('data', isRead);
      resolve();
    };
    child?.stdout?.on('data', isRead);
  });
  expect(await stop()).toBe(0);
  await closed;
  const lines = text.split('\n').slice(0, -1);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ service: 'gateway' });
});
