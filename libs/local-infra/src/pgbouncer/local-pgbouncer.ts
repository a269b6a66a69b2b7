import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { isPortFree } from '../ports.js';
import { commandLineOf } from '../processes/command-line.js';
import { endWithUsers } from '../processes/keeper.js';
import { lastLinesOf } from '../processes/last-lines.js';
import { endProcess, findCommand } from '../processes/signals.js';
import { serverUser } from '../postgres/server-user.js';
import { waitUntil } from '../wait.js';
import { debianPgBouncer, missingForDebian } from './debian-pgbouncer.js';

const START_TIMEOUT_MS = 30_000;
const STOP_GRACE_MS = 10_000;

/** The one on the PATH, and a later one that the project fetches. */
export const PGBOUNCERS = ['installed', 'Debian 13'] as const;

export type PgBouncerVersion = (typeof PGBOUNCERS)[number];

/** A PgBouncer with a configuration file, for tests. It ends with this process. */
export class LocalPgBouncer {
  private constructor(
    private readonly pid: number,
    private readonly cancelKeeper: () => void,
  ) {}

  /** How to install it, if it is neither on the PATH nor can be fetched. */
  static missing(version: PgBouncerVersion): string | undefined {
    if (version === 'Debian 13') return missingForDebian();
    if (findCommand('pgbouncer') !== undefined) return undefined;
    return 'PgBouncer is not on the PATH (Debian: apt-get install pgbouncer; macOS: brew install pgbouncer)';
  }

  /**
   * Resolves when it listens on the port of its configuration.
   *
   * @param configFile the user of the server must be able to read it, and the files that it names
   * @throws LocalInfraError when it is not installed, cannot be fetched, or does not start
   */
  static async start(
    version: PgBouncerVersion,
    configFile: string,
    port: number,
    fetching: Log,
  ): Promise<LocalPgBouncer> {
    const missing = LocalPgBouncer.missing(version);
    if (missing !== undefined) throw new LocalInfraError(`PgBouncer cannot run here: ${missing}.`);
    const logFile = `${configFile}.log`;
    const log = openSync(logFile, 'w');
    const [command = 'pgbouncer', ...args] =
      version === 'installed' ? [] : debianPgBouncer(fetching);
    const child = spawn(command, [...args, '--quiet', configFile], {
      ...serverUser().ids,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    const { pid } = child;
    if (pid === undefined) throw new LocalInfraError('PgBouncer did not start.');
    child.unref();
    const listens = async () => commandLineOf(pid) === undefined || !(await isPortFree(port));
    if (!(await waitUntil(listens, START_TIMEOUT_MS)) || commandLineOf(pid) === undefined) {
      await endProcess(pid, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
      throw new LocalInfraError(`PgBouncer did not start:\n${lastLinesOf(logFile)}`);
    }
    return new LocalPgBouncer(pid, endWithUsers(pid, 'TERM'));
  }

  /** Ends it; connections are cut. From 1.23, it would wait for its clients at SIGTERM. */
  async stop(): Promise<void> {
    this.cancelKeeper();
    await endProcess(this.pid, { signal: 'SIGKILL', graceMs: STOP_GRACE_MS });
  }
}
