import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { LocalInfraError } from '../local-infra-error.js';
import { endProcess } from '../processes/signals.js';
import { commandLineOf } from '../processes/process-list.js';
import { codeOf } from '../system-error.js';
import { waitFor } from '../wait.js';
import type { PostgresBinaries } from './binaries.js';
import type { ServerUser } from './server-user.js';

const START_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 30_000;

/** A server process, as described in the postmaster.pid file of its data folder. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
}

/**
 * The server that runs on the data folder, ours or a leftover one; undefined when there is none.
 */
export function runningPostmaster(dataDir: string): Postmaster | undefined {
  const [pid, , , port] = readLines(pidFile(dataDir));
  // It is empty for a moment between its creation and its first write.
  if (pid === undefined || pid === '') return undefined;
  const command = commandLineOf(Number(pid));
  if (command?.includes(`postgres -D ${dataDir} `) !== true) {
    // Its process is gone, and another process may have the id by now: Postgres would refuse to
    // start.
    rmSync(pidFile(dataDir), { force: true });
    return undefined;
  }
  return { pid: Number(pid), port: Number(port ?? 0) };
}

/** An empty pid file, unless a server is just starting, was left by a crash. */
export function removeEmptyPidFile(dataDir: string): void {
  if (readLines(pidFile(dataDir)).join('') === '') rmSync(pidFile(dataDir), { force: true });
}

/**
 * Waits until the server accepts connections.
 *
 * @returns false when it exited instead, or rejects the password of its own data folder
 */
export async function letsIn(url: string, isRunning: () => boolean): Promise<boolean> {
  const answer = await waitFor(async () => {
    const current = await knock(url);
    if (current !== 'not yet') return current;
    return isRunning() ? undefined : 'refused';
  }, START_TIMEOUT_MS);
  return answer === 'welcome';
}

/** Ends the server with a fast shutdown: sessions are cut, no data is lost. */
export async function stopPostmaster(dataDir: string, pid: number): Promise<void> {
  // An adopted server is not a child process; it removes its pid file as its last step.
  const hasEnded = (): boolean => {
    const [current] = readLines(pidFile(dataDir));
    return current !== String(pid) || commandLineOf(pid) === undefined;
  };
  await endProcess(pid, { signal: 'SIGINT', graceMs: STOP_GRACE_MS, hasEnded });
}

export interface SpawnedPostmaster {
  readonly pid: number;
  isRunning(): boolean;
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
    pid: child.pid,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => readFileSync(logFile).subarray(alreadyWritten).toString('utf8'),
  };
}

type Answer = 'welcome' | 'not yet' | 'refused';

async function knock(url: string): Promise<Answer> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return 'welcome';
  } catch (error) {
    const answer = ANSWERS[codeOf(error) ?? ''];
    if (answer === undefined) throw error;
    return answer;
  }
}

const ANSWERS: Readonly<Record<string, Answer>> = {
  ECONNREFUSED: 'not yet',
  ECONNRESET: 'not yet',
  // cannot_connect_now: it is starting up, or shutting down.
  '57P03': 'not yet',
  // invalid_password
  '28P01': 'refused',
};

function pidFile(dataDir: string): string {
  return join(dataDir, 'postmaster.pid');
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}
