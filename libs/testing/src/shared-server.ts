import { spawn, spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { eventually } from './eventually.js';

/** Timeout for the creator of the pipe to open it. */
const PIPE_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 120_000;

/**
 * A server that any number of test processes share, and that ends with the last of them, however it
 * exits.
 *
 * Every user holds the write end of a pipe open until it exits; a keeper reads it. When the kernel
 * has closed the last write end, also of a killed user, the keeper reads the end of the pipe and
 * stops the server. The process that creates the pipe starts the server, the others wait for the
 * pid file and adopt it. If the starter is killed before it has written that file, the next start
 * replaces the server.
 *
 * @param path of the pipe (`<path>.users`) and the pid file (`<path>.pid`)
 * @param signal for a clean shutdown of the server
 * @param start starts the server, and replaces (`adopt` false) or adopts a running one
 */
export async function sharedServer<Server extends { readonly pid: number }>(
  path: string,
  signal: 'INT' | 'TERM',
  start: (options: { readonly adopt: boolean }) => Promise<Server>,
): Promise<Server> {
  const files = { pipe: `${path}.users`, pid: `${path}.pid` };
  mkdirSync(dirname(path), { recursive: true });
  const isFirst = makePipe(files.pipe);
  if (isFirst) {
    rmSync(files.pid, { force: true });
    startKeeper(files, signal);
  } else if (await joinUsers(files.pipe)) {
    await eventually(() => readFileSync(files.pid), { timeoutMs: START_TIMEOUT_MS });
  } else {
    // Its owner was killed, or the machine was restarted.
    rmSync(files.pipe, { force: true });
    return sharedServer(path, signal, start);
  }
  const server = await start({ adopt: !isFirst });
  writeFileSync(files.pid, `${server.pid}\n`);
  return server;
}

interface SharedFiles {
  readonly pipe: string;
  readonly pid: string;
}

/**
 * The keeper gets the pipe open for reading while this process holds it open for writing, so that
 * it cannot miss the end of this process.
 */
function startKeeper(files: SharedFiles, signal: string): void {
  // Open for both at first, because opening one end would wait for the other.
  const bothEnds = openSync(files.pipe, constants.O_RDWR);
  const readEnd = openSync(files.pipe, constants.O_RDONLY);
  holdForLife(files.pipe);
  spawn('sh', ['-c', KEEPER, 'keeper', files.pipe, files.pid, signal], {
    detached: true,
    stdio: [readEnd, 'ignore', 'ignore'],
  }).unref();
  closeSync(readEnd);
  closeSync(bothEnds);
}

/** Reads the process id before the next server can start. */
const KEEPER = 'cat > /dev/null; pid=$(cat "$2"); rm -f "$1" "$2"; kill -s "$3" "$pid"';

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
