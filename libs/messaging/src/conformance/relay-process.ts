import { DataSource } from 'typeorm';
import { createBus } from '../bus/create-bus.js';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import type { BusServerAddress } from './bus-servers.js';
import { silent } from './silent-logger.js';

/** The configuration of a relay process, as JSON in its first argument. */
export interface RelayProcessOptions {
  readonly databaseUrl: string;
  readonly bus: BusServerAddress;
  readonly leaseMs: number;
  /** Waits between sending and marking until it receives a line. */
  readonly holdAfterSend: boolean;
}

/** The begin and the end of a publication by the clock of the machine, in nanoseconds. */
export interface Publication {
  readonly begin: string;
  readonly end: string;
  readonly keys: readonly string[];
}

/**
 * A process with only a relay. It prints `sent N` and the publication after each publication,
 * `marked N` after each mark. It stops at SIGTERM.
 */
export async function runRelayProcess(options: RelayProcessOptions): Promise<void> {
  const dataSource = new DataSource({ type: 'postgres', url: options.databaseUrl });
  await dataSource.initialize();
  const bus = createBus({ ...options.bus, logger: silent });
  const released = new Promise<void>((resolve) => {
    process.stdin.once('data', () => resolve());
  });
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const relay = new OutboxRelay({
    dataSource,
    logger: silent,
    pollMs: 20,
    leaseMs: options.leaseMs,
    bus: {
      ensureTopics: (topics) => bus.ensureTopics(topics),
      subscribe: (subscribe) => bus.subscribe(subscribe),
      outage: () => bus.outage(),
      close: () => bus.close(),
      async publish(events) {
        const begin = String(process.hrtime.bigint());
        await bus.publish(events);
        const keys = [...new Set(events.map(({ key }) => key))];
        const publication: Publication = { begin, end: String(process.hrtime.bigint()), keys };
        say(JSON.stringify(publication));
        say(`sent ${events.length}`);
        if (options.holdAfterSend) await released;
      },
    },
    log: {
      append(_manager, events) {
        say(`marked ${events.length}`);
        return Promise.resolve();
      },
    },
  });
  process.once('SIGTERM', () => {
    relay.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
  relay.start();
  say('started');
}
