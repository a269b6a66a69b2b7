import { resolve } from 'node:path';
import { LocalInfraError } from '../local-infra-error.js';
import type { Log } from '../log.js';
import { endWithThisProcess } from '../processes/end-with-this-process.js';
import { endProcess, trySignal } from '../processes/signals.js';
import { freePort, isPortFree, requireFreePort } from '../ports.js';
import { commandLineOf } from '../processes/process-list.js';
import { lastLinesOf } from '../processes/last-lines.js';
import { waitFor, waitUntil } from '../wait.js';
import { brokerJars, missingForKafka } from './broker-jars.js';
import { servesClients } from './broker-metadata.js';
import {
  brokerLogFile,
  formatStorage,
  runningBrokers,
  spawnBroker,
  type BrokerProcess,
} from './broker-process.js';

const START_TIMEOUT_MS = 90_000;
const STOP_GRACE_MS = 30_000;

export interface LocalKafkaOptions {
  /** Created when missing. */
  readonly dataDir: string;
  /** Default: a free port. */
  readonly port?: number;
  /** Adopts a broker that runs on the data folder instead of replacing it. Default: false. */
  readonly adopt?: boolean;
  /** Ends the broker with this process, even when that is killed: for tests. Default: false. */
  readonly endWithThisProcess?: boolean;
  readonly log: Log;
}

/**
 * A real Kafka broker on the loopback interface of this machine, without containers (design 12).
 * `stop` and `kill` keep its data.
 */
export class LocalKafka {
  private callOffKeeper: () => void;

  private constructor(
    private readonly options: LocalKafkaOptions,
    private broker: BrokerProcess,
  ) {
    this.callOffKeeper = this.keep();
  }

  /** Whether a broker can run here: Java is installed, and its jars or Maven are. */
  static available(): boolean {
    return LocalKafka.missing() === undefined;
  }

  /** The missing prerequisites and how to install them, or undefined. */
  static missing(): string | undefined {
    return missingForKafka();
  }

  /**
   * Resolves when the broker serves clients. The first start on a machine downloads its jars.
   *
   * @throws LocalInfraError when Java or Maven is missing, the port is in use, or the broker exited
   */
  static async start(given: LocalKafkaOptions): Promise<LocalKafka> {
    const options = { ...given, dataDir: resolve(given.dataDir) };
    if (options.adopt === true) {
      const running = await servingBroker(options.dataDir);
      if (running !== undefined) return new LocalKafka(options, running);
    } else {
      await stopLeftBehind(options);
    }
    return new LocalKafka(options, await startBroker(options, options.port));
  }

  get pid(): number {
    return this.broker.pid;
  }

  get port(): number {
    return this.broker.port;
  }

  /** The bootstrap address, e.g. `127.0.0.1:9092`; the same after a restart. */
  get brokers(): string {
    return `127.0.0.1:${this.broker.port}`;
  }

  /** Shuts the broker down cleanly. */
  async stop(): Promise<void> {
    this.callOffKeeper();
    await endBroker(this.broker);
  }

  /** Kills the broker, like a crash. */
  async kill(): Promise<void> {
    this.callOffKeeper();
    trySignal(this.broker.pid, 'SIGKILL');
    await untilEnded(this.broker);
  }

  /** Restarts the broker on the same port and data. */
  async restart(): Promise<void> {
    await this.stop();
    this.broker = await startBroker(this.options, this.port);
    this.callOffKeeper = this.keep();
  }

  private keep(): () => void {
    const { endWithThisProcess: asked = false } = this.options;
    return asked ? endWithThisProcess(this.broker.pid, 'TERM') : () => undefined;
  }
}

async function startBroker(
  options: LocalKafkaOptions,
  givenPort: number | undefined,
): Promise<BrokerProcess> {
  const { dataDir, log } = options;
  const jars = brokerJars(log);
  const port = givenPort ?? (await freePort());
  await requireFreePort(port, 'Kafka');
  log('Kafka: starting the broker');
  formatStorage(dataDir, jars);
  const pid = await spawnBroker(dataDir, jars, { broker: port, controller: await freePort() });
  const broker = await servingBroker(dataDir);
  if (broker === undefined) {
    throw new LocalInfraError(
      `Kafka exited during startup; its log:\n${lastLinesOf(brokerLogFile(dataDir))}`,
    );
  }
  // The broker locks its data folder: of two concurrent starts, one exits.
  if (broker.pid !== pid && options.adopt !== true) {
    throw new LocalInfraError(`Another broker runs on ${dataDir}. Stop it first.`);
  }
  log(`Kafka: listening on port ${broker.port}`);
  return broker;
}

/** Waits for a broker on the data folder to serve clients; undefined when there is none. */
async function servingBroker(dataDir: string): Promise<BrokerProcess | undefined> {
  const found = await waitFor(async () => {
    const running = runningBrokers(dataDir);
    if (running.length === 0) return 'none';
    for (const broker of running) if (await servesClients(broker.port)) return broker;
    return undefined;
  }, START_TIMEOUT_MS);
  return found === 'none' ? undefined : found;
}

async function stopLeftBehind({ dataDir, log }: LocalKafkaOptions): Promise<void> {
  for (const broker of runningBrokers(dataDir)) {
    log('Kafka: stopping the broker of an earlier run');
    await endBroker(broker);
  }
}

async function endBroker(broker: BrokerProcess): Promise<void> {
  await endProcess(broker.pid, { signal: 'SIGTERM', graceMs: STOP_GRACE_MS });
  await untilEnded(broker);
}

/** A process that has exited may hold its port for a moment. */
async function untilEnded({ pid, port }: BrokerProcess): Promise<void> {
  await waitUntil(
    async () => commandLineOf(pid) === undefined && (await isPortFree(port)),
    STOP_GRACE_MS,
  );
}
