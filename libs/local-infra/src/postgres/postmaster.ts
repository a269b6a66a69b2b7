import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { LocalInfraError } from '../local-infra-error.js';
import { commandLineOf } from '../processes/command-line.js';
import { requireUnused } from '../processes/require-unused.js';
import { codeOf } from '../system-error.js';
import { waitFor, waitUntil } from '../wait.js';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

const START_TIMEOUT_MS = 60_000;
/** Time for a starting server to write its pid file. */
const EMPTY_TIMEOUT_MS = 1_000;

/**
 * Waits for the server of an earlier run to end, and removes the pid file that a crash left behind:
 * Postgres does not start on an empty one, or when another process has the id by now.
 *
 * @throws LocalInfraError naming a server that keeps running on the data folder
 */
export async function requireNoServer(dataDir: string): Promise<void> {
  await waitUntil(() => pidIn(dataDir) !== '', EMPTY_TIMEOUT_MS);
  await requireUnused(dataDir, 'Postgres', () => serverOn(dataDir));
  if (pidIn(dataDir) !== undefined && serverOn(dataDir) === undefined) {
    rmSync(pidFile(dataDir), { force: true });
  }
}

function serverOn(dataDir: string): number | undefined {
  const pid = Number(pidIn(dataDir) ?? 0);
  const isServer = pid > 0 && commandLineOf(pid)?.includes(`postgres -D ${dataDir} `) === true;
  return isServer ? pid : undefined;
}

/** The first line of the pid file; empty for a moment after its creation. */
function pidIn(dataDir: string): string | undefined {
  try {
    return readFileSync(pidFile(dataDir), 'utf8').split('\n')[0];
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function pidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid');
}

export interface SpawnedPostmaster {
  readonly pid: number;
  readonly isRunning: () => boolean;
  /** Calls back with its signal or exit status. */
  readonly onEnd: (listener: (how: string) => void) => void;
  /** Its log since its start. */
  output(): string;
}

/**
 * Starts the server in its own process group, so that Ctrl-C in the terminal reaches only the
 * launcher, which stops the services before their database.
 */
export async function spawnPostmaster(
  dataDir: string,
  settings: Readonly<Record<string, string | number>>,
  binaries: PostgresBinaries,
  user: ServerUser,
): Promise<SpawnedPostmaster> {
  const logFile = `${dataDir}.log`;
  const log = openSync(logFile, 'a');
  const alreadyWritten = statSync(logFile).size;
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(binaries.postgres, ['-D', dataDir, ...flags], {
    ...user.ids,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, LC_MESSAGES: 'C' },
  });
  closeSync(log);
  await new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  if (child.pid === undefined) throw new LocalInfraError('Postgres did not start.');
  child.unref();
  return {
    onEnd: (listener) => {
      child.once('exit', (status, signal) => listener(signal ?? `status ${status ?? 'unknown'}`));
    },
    pid: child.pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => readFileSync(logFile).subarray(alreadyWritten).toString('utf8'),
  };
}

/** Waits until the server accepts connections; false when it exited instead. */
export async function acceptsConnections(
  url: string,
  { isRunning }: SpawnedPostmaster,
): Promise<boolean> {
  const accepts = await waitFor(async () => {
    if (await connects(url)) return true;
    return isRunning() ? undefined : false;
  }, START_TIMEOUT_MS);
  return accepts === true;
}

/** Refused, reset, or cannot_connect_now: the server is starting up or shutting down. */
const NOT_YET = ['ECONNREFUSED', 'ECONNRESET', '57P03'];

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch (error) {
    if (NOT_YET.includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}
