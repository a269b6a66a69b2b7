import { dirname, resolve } from 'node:path';
import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { freePort, requireFreePort } from '../ports.js';
import { endWithThisProcess } from '../processes/end-with-this-process.js';
import { commandLineOf } from '../processes/process-list.js';
import { trySignal } from '../processes/signals.js';
import { codeOf } from '../system-error.js';
import { waitUntil } from '../wait.js';
import { postgresBinaries } from './binaries.js';
import { ensureCluster, SUPERUSER, superuserPassword } from './cluster.js';
import {
  letsIn,
  removeEmptyPidFile,
  runningPostmaster,
  spawnPostmaster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.js';
import { reachableTwin, serverUser, type ServerUser } from './server-user.js';

export interface LocalPostgresOptions {
  /** Created when missing. Under root it may be in another place: see `LocalPostgres.dataDir`. */
  readonly dataDir: string;
  /** Default: a free port. */
  readonly port?: number;
  /** False trades durability after a crash of the machine for speed, for tests. Default: true. */
  readonly durable?: boolean;
  /** False replaces a server that runs on the data folder instead of adopting it. */
  readonly adopt?: boolean;
  /** Ends the server with this process, even when that is killed: for tests. Default: false. */
  readonly endWithThisProcess?: boolean;
  readonly log: Log;
}

/**
 * A real Postgres server on the loopback interface of this machine, without an installation (design
 * 12). It runs in its own process group and survives a killed launcher; the next start on the same
 * data folder adopts it.
 */
export class LocalPostgres {
  private constructor(
    /** The data folder: the requested one, or its substitute that the server's user can access. */
    readonly dataDir: string,
    private serverPid: number,
    readonly port: number,
    /** Whether a running server was adopted. */
    readonly adopted: boolean,
    private readonly options: LocalPostgresOptions,
    private callOffKeeper = keep(serverPid, options),
  ) {}

  /** @throws LocalInfraError when the port is in use or the data folder is unusable */
  static async start(options: LocalPostgresOptions): Promise<LocalPostgres> {
    const user = serverUser();
    const binaries = postgresBinaries(user);
    const dataDir = placeFor(resolve(options.dataDir), user);
    ensureCluster(dataDir, binaries, user, options.log);

    const leftBehind = await LocalPostgres.adopt(dataDir, options);
    if (leftBehind !== undefined) return leftBehind;

    const port = options.port ?? (await freePort());
    await requireFreePort(port, 'Postgres');
    const server = await spawnPostmaster(dataDir, settings(port, options), binaries, user);
    if (await letsIn(urlOf(dataDir, port, SUPERUSER), () => server.isRunning())) {
      options.log(`Postgres: listening on port ${port}`);
      return new LocalPostgres(dataDir, server.pid, port, false, options);
    }
    return LocalPostgres.startAgain(server.output(), dataDir, options);
  }

  /** The process id of the running server; it changes with a restart. */
  get pid(): number {
    return this.serverPid;
  }

  /** The address of a database, with the superuser's credentials. */
  url(database: string): string {
    return urlOf(this.dataDir, this.port, database);
  }

  /** Creates the database unless it exists, and returns its address. */
  async createDatabase(name: string): Promise<string> {
    const client = new pg.Client({ connectionString: this.url(SUPERUSER) });
    await client.connect();
    try {
      await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    } catch (error) {
      if (codeOf(error) !== DUPLICATE_DATABASE) throw error;
    } finally {
      await client.end();
    }
    return this.url(name);
  }

  /** Shuts the server down; resolves when its data is closed and its port is free. */
  async stop(): Promise<void> {
    this.callOffKeeper();
    await stopPostmaster(this.dataDir, this.pid);
  }

  /** Kills the server, like a crash: its sessions break off, and nothing more is written. */
  async kill(): Promise<void> {
    this.callOffKeeper();
    trySignal(this.pid, 'SIGKILL');
    await waitUntil(() => commandLineOf(this.pid) === undefined, KILL_TIMEOUT_MS);
  }

  /** Starts a stopped or killed server again, on the same port and data. */
  async restart(): Promise<void> {
    const { dataDir, port, options } = this;
    const again = await LocalPostgres.start({ ...options, dataDir, port });
    this.serverPid = again.pid;
    this.callOffKeeper = again.callOffKeeper;
  }

  private static async adopt(
    dataDir: string,
    options: LocalPostgresOptions,
  ): Promise<LocalPostgres | undefined> {
    const { port, adopt = true, log } = options;
    const server = runningPostmaster(dataDir);
    if (server === undefined) return undefined;
    if (adopt && (port === undefined || port === server.port)) {
      const isRunning = (): boolean => isSame(server, runningPostmaster(dataDir));
      if (await letsIn(urlOf(dataDir, server.port, SUPERUSER), isRunning)) {
        log(`Postgres: found the server of an earlier run on port ${server.port}`);
        return new LocalPostgres(dataDir, server.pid, server.port, true, options);
      }
    }
    log('Postgres: stopping the server of an earlier run');
    await stopPostmaster(dataDir, server.pid);
    return undefined;
  }

  /** Postgres locks its data folder, so there is no lock here, only handling of its two errors. */
  private static async startAgain(
    output: string,
    dataDir: string,
    options: LocalPostgresOptions,
  ): Promise<LocalPostgres> {
    const another = /lock file "postmaster.pid" (already exists|is empty)/.test(output);
    const children = /shared memory block .* is still in use/s.test(output);
    if (!another && !children) {
      throw new LocalInfraError(
        `Postgres exited during startup; its log is ${dataDir}.log:\n${output}`,
      );
    }
    // The winner fills its pid file a moment later; the losers' leftover processes exit a moment
    // later.
    const isClear = await waitUntil(
      () => children || runningPostmaster(dataDir) !== undefined,
      WINNER_TIMEOUT_MS,
    );
    if (!isClear) removeEmptyPidFile(dataDir);
    return LocalPostgres.start(options);
  }
}

const WINNER_TIMEOUT_MS = 5_000;
const KILL_TIMEOUT_MS = 5_000;

const DUPLICATE_DATABASE = '42P04';

function keep(pid: number, options: LocalPostgresOptions): () => void {
  return options.endWithThisProcess === true ? endWithThisProcess(pid, 'INT') : () => undefined;
}

function placeFor(dataDir: string, user: ServerUser): string {
  mkdirSync(dirname(dataDir), { recursive: true });
  return user.canEnter(dirname(dataDir)) ? dataDir : reachableTwin(dataDir);
}

function urlOf(dataDir: string, port: number, database: string): string {
  return `postgres://${SUPERUSER}:${superuserPassword(dataDir)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

function isSame(one: Postmaster, other: Postmaster | undefined): boolean {
  return one.pid === other?.pid;
}

function settings(
  port: number,
  { durable = true }: LocalPostgresOptions,
): Readonly<Record<string, string | number>> {
  return {
    port,
    listen_addresses: '127.0.0.1',
    // A socket's path is limited to about a hundred characters; a checkout's path is not.
    unix_socket_directories: '',
    max_connections: 200,
    shared_buffers: '256MB',
    lc_messages: 'C',
    // Without the detail of an error, which contains the row with its values.
    log_error_verbosity: 'terse',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
}
