import { dirname, resolve } from 'node:path';
import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { freePort, requireFreePort } from '../ports.js';
import { commandLineOf } from '../processes/command-line.js';
import { endWithUsers } from '../processes/keeper.js';
import { endProcess, trySignal } from '../processes/signals.js';
import { codeOf } from '../system-error.js';
import { waitUntil } from '../wait.js';
import { postgresBinaries } from './binaries.js';
import { ensureCluster, SUPERUSER, superuserPassword } from './cluster.js';
import {
  acceptsConnections,
  requireNoServer,
  spawnPostmaster,
  type SpawnedPostmaster,
} from './postmaster.js';
import { reachableTwin, serverUser, type ServerUser } from './server-user.js';
import { tlsParameters, tlsSettings, type PostgresTls } from './tls-only.js';

export interface LocalPostgresOptions {
  /** Created when missing. Under root it may be in another place: see `LocalPostgres.dataDir`. */
  readonly dataDir: string;
  /** Default: a free port. */
  readonly port?: number;
  /** False trades durability after a crash of the machine for speed, for tests. Default: true. */
  readonly durable?: boolean;
  /**
   * The read end of a pipe: the server ends with the last process that holds the pipe open for
   * writing. Default: it ends with this process, even when that is killed.
   */
  readonly users?: number;
  /** Default: connections are in clear text. */
  readonly tls?: PostgresTls;
  /** Starts the server again when it ends unexpectedly. Default: false. */
  readonly restart?: boolean;
  readonly log: Log;
}

/** A real Postgres server on the loopback interface of this machine, without an installation (design 12). */
export class LocalPostgres {
  private isStopped = false;
  private restarting: Promise<void> | undefined;

  private constructor(
    /** The data folder: the requested one, or its substitute that the server's user can access. */
    readonly dataDir: string,
    readonly port: number,
    private server: RunningServer,
    private readonly options: LocalPostgresOptions,
  ) {
    this.keepRunning();
  }

  /**
   * @throws LocalInfraError when the port is in use, the data folder is unusable, or another server
   *   runs on it
   */
  static async start(options: LocalPostgresOptions): Promise<LocalPostgres> {
    const dataDir = placeFor(resolve(options.dataDir), serverUser());
    const port = options.port ?? (await freePort());
    return new LocalPostgres(dataDir, port, await startServer(dataDir, port, options), options);
  }

  /** The process id of the running server; it changes with a restart. */
  get pid(): number {
    return this.server.pid;
  }

  /** The address of a database, with the superuser's credentials. */
  url(database: string): string {
    return urlOf(this.dataDir, this.port, database, this.options);
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

  /** Shuts the server down: sessions are cut, no data is lost. */
  async stop(): Promise<void> {
    this.isStopped = true;
    await this.restarting;
    this.server.cancelKeeper();
    await endProcess(this.pid, { signal: 'SIGINT', graceMs: STOP_GRACE_MS });
  }

  /** Kills the server, like a crash: its sessions break off, and nothing more is written. */
  async kill(): Promise<void> {
    this.isStopped = true;
    this.server.cancelKeeper();
    trySignal(this.pid, 'SIGKILL');
    await waitUntil(() => commandLineOf(this.pid) === undefined, KILL_TIMEOUT_MS);
  }

  /** Starts a stopped or killed server again, on the same port and data. */
  async restart(): Promise<void> {
    this.server = await startServer(this.dataDir, this.port, this.options);
    this.isStopped = false;
    this.keepRunning();
  }

  private keepRunning(): void {
    const { server, options } = this;
    if (options.restart !== true) return;
    server.onEnd((how) => {
      if (this.isStopped) return;
      options.log(`Postgres: ended unexpectedly (${how}), starting it again`);
      server.cancelKeeper();
      this.restarting = this.startAgain();
    });
  }

  /** Retries until the server runs, such as on a full disk. */
  private async startAgain(): Promise<void> {
    while (!this.isStopped) {
      try {
        this.server = await startServer(this.dataDir, this.port, this.options);
        this.keepRunning();
        return;
      } catch (error) {
        if (!(error instanceof LocalInfraError)) throw error;
        this.options.log(`Postgres: does not start: ${error.message}`);
        await sleep(RESTART_DELAY_MS);
      }
    }
  }
}

interface RunningServer extends Pick<SpawnedPostmaster, 'pid' | 'onEnd'> {
  readonly cancelKeeper: () => void;
}

async function startServer(
  dataDir: string,
  port: number,
  options: LocalPostgresOptions,
): Promise<RunningServer> {
  const user = serverUser();
  const binaries = postgresBinaries(user, options.log);
  ensureCluster(dataDir, binaries, user, options.log);
  await requireNoServer(dataDir);
  await requireFreePort(port, 'Postgres');
  const giveUpAt = Date.now() + CHILDREN_TIMEOUT_MS;
  for (;;) {
    const flags = { ...settings(port, options), ...tlsSettings(dataDir, options.tls, user) };
    const server = await spawnPostmaster(dataDir, flags, binaries, user);
    const cancelKeeper = endWithUsers(server.pid, 'INT', options.users);
    if (await acceptsConnections(urlOf(dataDir, port, SUPERUSER, options), server)) {
      options.log(`Postgres: listening on port ${port}`);
      return { pid: server.pid, onEnd: server.onEnd, cancelKeeper };
    }
    cancelKeeper();
    // The child processes of a killed server end a moment after it.
    const isRetried = /shared memory block .* is still in use/s.test(server.output());
    if (!isRetried || Date.now() > giveUpAt) {
      throw new LocalInfraError(
        `Postgres exited during startup; its log is ${dataDir}.log:\n${server.output()}`,
      );
    }
    await sleep(CHILDREN_POLL_MS);
  }
}

const STOP_GRACE_MS = 30_000;
const KILL_TIMEOUT_MS = 5_000;
const RESTART_DELAY_MS = 1_000;
const CHILDREN_TIMEOUT_MS = 5_000;
const CHILDREN_POLL_MS = 100;

const DUPLICATE_DATABASE = '42P04';

function placeFor(dataDir: string, user: ServerUser): string {
  mkdirSync(dirname(dataDir), { recursive: true });
  return user.canEnter(dirname(dataDir)) ? dataDir : reachableTwin(dataDir);
}

function urlOf(
  dataDir: string,
  port: number,
  database: string,
  { tls }: Pick<LocalPostgresOptions, 'tls'>,
): string {
  const address = `postgres://${SUPERUSER}:${superuserPassword(dataDir)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  return tls ? `${address}?${tlsParameters(dataDir).toString()}` : address;
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
