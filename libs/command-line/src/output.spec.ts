import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';

const LINES = 3_000;

/** A process that prints 4.5 MB and exits with status 3; it runs the build. */
const PROCESS = `
  import { exitWhenWritten, printLine } from './dist/index.js';
  for (let line = 0; line < ${LINES}; line += 1) await printLine(line + 'x'.repeat(1_500));
  await exitWhenWritten(3);
`;

function start() {
  return spawn(process.execPath, ['--input-type=module', '-e', PROCESS], {
    cwd: join(__dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function statusOf(child: ReturnType<typeof start>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
}

describe('the output of a command', () => {
  test('reaches a slow reader to its last line', async () => {
    const child = start();
    const status = statusOf(child);
    await pause(500);
    const lines = (await text(child.stdout)).split('\n');
    expect(await status).toBe(3);
    expect(lines).toHaveLength(LINES + 1);
    expect(lines.slice(-2)).toEqual([`${LINES - 1}${'x'.repeat(1_500)}`, '']);
  });

  test('ends without a message when its reader closes', async () => {
    const child = start();
    const status = statusOf(child);
    const stderr = text(child.stderr);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await status).toBe(141);
    expect(await stderr).toBe('');
  });
});
