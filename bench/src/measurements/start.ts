import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf, freePort, isPortFree, projectRoot } from '@ndx/local-infra';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';

const MOST_SECONDS = 8;
const POLL_MS = 20;
const LONGEST_MS = 180_000;
/** `npm start` adds this to the gateway's port for the identity provider. */
const IDENTITY_PROVIDER_OFFSET = 10;

export const start: Measurement = {
  name: 'start',
  about:
    '`npm start` with a warm build until the first 200 of /health, on an empty data folder and on an existing one',
  run,
};

async function run({ dataDir, rounds, say }: BenchContext): Promise<Figure[]> {
  mkdirSync(dataDir, { recursive: true });
  const seconds: Record<'empty' | 'kept', number[]> = { empty: [], kept: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const data of ['empty', 'kept'] as const) {
      const took = await startOnce(join(dataDir, String(round)), join(dataDir, 'start.log'));
      seconds[data].push(took);
      say(`round ${round + 1}, ${data} data: ${took.toFixed(1)} s`);
    }
  }
  return Object.entries(seconds).map(([data, values]) =>
    figureOf(`${data} data: first 200 of /health`, 's', values, { atMost: MOST_SECONDS }),
  );
}

/** Runs `npm start` on a data folder until the gateway is healthy, then stops it. @returns seconds */
async function startOnce(dataDir: string, logFile: string): Promise<number> {
  const port = await twoFreePorts();
  const log = openSync(logFile, 'w');
  const begin = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', String(port), '--data', dataDir], {
    cwd: projectRoot(),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = once(npm, 'close');
  // Like Ctrl-C: the group has npm and its child processes.
  const stop = () => {
    if (npm.pid !== undefined) signalGroup(npm.pid);
  };
  process.on('exit', stop);
  try {
    while (!(await isHealthy(port))) {
      if (npm.exitCode !== null || performance.now() - begin > LONGEST_MS)
        throw new Error(`npm start did not come up:\n${readFileSync(logFile, 'utf8')}`);
      await pause(POLL_MS);
    }
    return (performance.now() - begin) / 1_000;
  } finally {
    process.off('exit', stop);
    stop();
    await ended;
  }
}

function signalGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGINT');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  } catch (error) {
    // The error of fetch when the connection is refused.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

async function twoFreePorts(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (await isPortFree(port + IDENTITY_PROVIDER_OFFSET)) return port;
  }
}
