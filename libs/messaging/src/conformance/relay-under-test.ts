import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import type { BusServerAddress } from './bus-servers.js';

/** The configuration of a relay process. */
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
 * A process with only a relay, of the build. It prints `sent N` and the publication after each
 * publication, `marked N` after each mark. It stops at SIGTERM.
 */
const RELAY = `
  import { DataSource } from 'typeorm';
  import { createBus, OutboxRelay } from './dist/index.js';

  const { databaseUrl, bus: address, leaseMs, holdAfterSend } = JSON.parse(process.argv[1]);
  const log = (...line) => process.env.TEST_LOG === 'true' && console.error(...line);
  const logger = { info: log, warn: log, error: log };
  const say = (line) => process.stdout.write(line + '\\n');
  const released = new Promise((resolve) => process.stdin.once('data', resolve));

  const dataSource = new DataSource({ type: 'postgres', url: databaseUrl });
  await dataSource.initialize();
  const bus = createBus({ ...address, logger });
  const relay = new OutboxRelay({
    dataSource,
    logger,
    pollMs: 20,
    leaseMs,
    bus: {
      ensureTopics: (topics) => bus.ensureTopics(topics),
      subscribe: (subscribe) => bus.subscribe(subscribe),
      outage: () => bus.outage(),
      close: () => bus.close(),
      async publish(events) {
        const begin = String(process.hrtime.bigint());
        await bus.publish(events);
        const keys = [...new Set(events.map(({ key }) => key))];
        say(JSON.stringify({ begin, end: String(process.hrtime.bigint()), keys }));
        say('sent ' + events.length);
        if (holdAfterSend) await released;
      },
    },
    log: {
      async append(_manager, events) {
        say('marked ' + events.length);
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
  say('started');`;

/** A relay in a process of its own. */
export class RelayUnderTest {
  readonly ended: Promise<unknown>;
  private readonly child: ChildProcess;
  private said = '';

  constructor(options: RelayProcessOptions) {
    const args = ['--input-type=module', '-e', RELAY, JSON.stringify(options)];
    const cwd = join(projectRoot(), 'libs', 'messaging');
    this.child = spawn(process.execPath, args, { cwd, stdio: ['pipe', 'pipe', 'inherit'] });
    this.child.stdout?.on('data', (text: Buffer) => (this.said += text.toString()));
    this.ended = new Promise((resolve) => this.child.once('exit', resolve));
  }

  /** The publications of the relay. */
  get publications(): Publication[] {
    const lines = this.said.split('\n').slice(0, -1);
    return lines
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Publication);
  }

  async says(line: string): Promise<void> {
    await eventually(
      () => {
        if (!this.said.split('\n').includes(line)) throw new Error(`it has not printed "${line}"`);
      },
      { timeoutMs: 120_000 },
    );
  }

  /** Releases the relay's mark of its sent events. */
  releaseMark(): void {
    this.child.stdin?.write('\n');
  }

  kill(signal: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }
}
