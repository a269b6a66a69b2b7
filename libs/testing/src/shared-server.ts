import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { eventually } from './eventually.js';

/** Time for the creator of the pipe to open it. */
const PIPE_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 120_000;

/**
 * A server that any number of test processes share, and that ends with the last of them, however it
 * exits.
 *
 * Every user holds the write end of a pipe open until it exits. When the kernel has closed the last
 * write end, also of a killed user, the keeper of the server reads the end of the pipe and stops it.
 * The process that creates the pipe starts the server; the others wait for its address.
 *
 * @param path of the pipe (`<path>.users`) and the address (`<path>.address`)
 * @param start starts the server, which ends with the writers of the pipe; returns its address
 */
export async function sharedServer(
  path: string,
  start: (users: number) => Promise<string>,
): Promise<string> {
  const files = { pipe: `${path}.users`, address: `${path}.address` };
  mkdirSync(dirname(path), { recursive: true });
  if (makePipe(files.pipe)) return startForUsers(files, start);
  if (await joinUsers(files.pipe)) {
    return eventually(() => readFileSync(files.address, 'utf8'), { timeoutMs: START_TIMEOUT_MS });
  }
  // Its owner was killed, or the machine was restarted.
  rmSync(files.pipe, { force: true });
  return sharedServer(path, start);
}

interface SharedFiles {
  readonly pipe: string;
  readonly address: string;
}

/**
 * The keepers get the pipe open for reading while this process holds it open for writing, so that
 * they cannot miss the end of this process.
 */
async function startForUsers(
  { pipe, address }: SharedFiles,
  start: (users: number) => Promise<string>,
): Promise<string> {
  rmSync(address, { force: true });
  // Open for both at first, because opening one end would wait for the other.
  const bothEnds = openSync(pipe, constants.O_RDWR);
  const users = openSync(pipe, constants.O_RDONLY);
  holdForLife(pipe);
  closeSync(bothEnds);
  spawn('sh', ['-c', REMOVER, 'remover', pipe, address], {
    detached: true,
    stdio: [users, 'ignore', 'ignore'],
  }).unref();
  const started = await start(users);
  closeSync(users);
  // In one step, because others wait for the file.
  writeFileSync(`${address}.new`, started);
  renameSync(`${address}.new`, address);
  return started;
}

const REMOVER = 'cat > /dev/null; rm -f "$1" "$2"';

/** @returns false when the pipe has no keeper */
async function joinUsers(pipe: string): Promise<boolean> {
  try {
    await eventually(() => holdForLife(pipe), { timeoutMs: PIPE_TIMEOUT_MS });
    return true;
  } catch (error) {
    if (isNoReader(error)) return false;
    throw error;
  }
}

/** @returns false when another process has created it */
function makePipe(pipe: string): boolean {
  const result = spawnSync('mkfifo', [pipe], { encoding: 'utf8' });
  if (result.error !== undefined) throw result.error;
  if (result.status !== 0 && !existsSync(pipe)) throw new Error(result.stderr);
  return result.status === 0;
}

/** Throws when the pipe has no reader. It is never closed: the end of this process closes it. */
function holdForLife(pipe: string): void {
  openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
}

/** ENXIO: the pipe has no reader. ENOENT: its keeper has just removed it. */
function isNoReader(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    (error.code === 'ENXIO' || error.code === 'ENOENT')
  );
}
