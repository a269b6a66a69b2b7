import { resolve } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { filesOf, missingFor } from '../maven/maven-files.js';
import { freePort, isPortFree, requireFreePort } from '../ports.js';
import { commandLineOf } from '../processes/command-line.js';
import { endWithUsers } from '../processes/keeper.js';
import { lastLinesOf } from '../processes/last-lines.js';
import { requireUnused } from '../processes/require-unused.js';
import { endProcess, trySignal } from '../processes/signals.js';
import { waitFor, waitUntil } from '../wait.js';
import { servesClients } from './broker-metadata.js';
import { brokerLogFile, brokerOn, formatStorage, spawnBroker } from './broker-process.js';
import type { SecuredListener } from './secured-listener.js';

/** The broker's jars. */
const BROKER = {
  name: 'Kafka',
  folder: 'kafka',
  goals: ['dependency:copy-dependencies'],
} as const;

const START_TIMEOUT_MS = 90_000;
const STOP_GRACE_MS = 30_000;

export interface LocalKafkaOptions {
  /** Created when missing. */
  readonly dataDir: string;
  /** Default: a free port. */
  readonly port?: number;
  /**
   * The read end of a pipe: the broker ends with the last process that holds the pipe open for
   * writing. Default: it ends with this process, even when that is killed.
   */
  readonly users?: number;
  /** A second listener. Default: none. */
  readonly secured?: SecuredListener;
  /** Properties of the broker in place of its own. Default: none. */
  readonly properties?: Readonly<Record<string, string | number>>;
  readonly log: Log;
}

/**
 * A real Kafka broker on the loopback interface of this machine, without containers (design 12).
 * `stop` and `kill` keep its data.
 */
export class LocalKafka {
  private constructor(
    readonly port: number,
    private broker: RunningBroker,
    private readonly options: LocalKafkaOptions,
  ) {}

  /** Whether a broker can run here: Java is installed, and its jars or Maven are. */
  static available(): boolean {
    return LocalKafka.missing() === undefined;
  }

  /** The missing prerequisites and how to install them, or undefined. */
  static missing(): string | undefined {
    return missingFor(BROKER);
  }

  /**
   * Resolves when the broker serves clients. The first start on a machine downloads its jars.
   *
   * @throws LocalInfraError when Java or Maven is missing, the port is in use, the broker exited, or
   *   another one runs on the data folder
   */
  static async start(given: LocalKafkaOptions): Promise<LocalKafka> {
    const options = { ...given, dataDir: resolve(given.dataDir) };
    const port = options.port ?? (await freePort());
    return new LocalKafka(port, await startBroker(options, port), options);
  }

  get pid(): number {
    return this.broker.pid;
  }

  /** The bootstrap address, e.g. `127.0.0.1:9092`; the same after a restart. */
  get brokers(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Shuts the broker down cleanly. */
  async stop(): Promise<void> {
    this.broker.cancelKeeper();
    await endProcess(this.pid, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
    await this.untilEnded();
  }

  /** Kills the broker, like a crash. */
  async kill(): Promise<void> {
    this.broker.cancelKeeper();
    trySignal(this.pid, 'SIGKILL');
    await this.untilEnded();
  }

  /** Restarts the broker on the same port and data. */
  async restart(): Promise<void> {
    await this.stop();
    this.broker = await startBroker(this.options, this.port);
  }

  /** A process that has exited may hold its port for a moment. */
  private async untilEnded(): Promise<void> {
    await waitUntil(
      async () => commandLineOf(this.pid) === undefined && (await isPortFree(this.port)),
      STOP_GRACE_MS,
    );
  }
}

interface RunningBroker {
  readonly pid: number;
  readonly cancelKeeper: () => void;
}

async function startBroker(options: LocalKafkaOptions, port: number): Promise<RunningBroker> {
  const { dataDir, log } = options;
  await requireUnused(dataDir, 'Kafka', () => brokerOn(dataDir));
  const jars = filesOf(BROKER, log);
  await requireFreePort(port, 'Kafka');
  log('Kafka: starting the broker');
  formatStorage(dataDir, jars, options);
  const ports = {
    ...{ broker: port, controller: await freePort() },
    ...(options.secured && { secured: options.secured.port }),
  };
  const pid = await spawnBroker(dataDir, jars, ports);
  const cancelKeeper = endWithUsers(pid, 'TERM', options.users);
  const serves = await waitFor(async () => {
    if (commandLineOf(pid) === undefined) return false;
    return (await servesClients(port)) ? true : undefined;
  }, START_TIMEOUT_MS);
  if (serves !== true) {
    cancelKeeper();
    trySignal(pid, 'SIGKILL');
    throw new LocalInfraError(
      `Kafka did not start; the end of its log:\n${lastLinesOf(brokerLogFile(dataDir))}`,
    );
  }
  log(`Kafka: listening on port ${port}`);
  return { pid, cancelKeeper };
}
