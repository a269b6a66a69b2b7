import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually, testKafka } from '@ndx/testing';
import { Kafka, logLevel, Partitioners, type Message } from 'kafkajs';
import { contractOn, headersOf } from './query-events.js';
import type { QueryEvent } from '../query-event.js';

export interface Ended {
  /** Null when it was killed. */
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** A topic of a suite's own on a real broker, and the program as its users run it. */
export class BillingWorld {
  readonly data = mkdtempSync(join(tmpdir(), 'billing-data-'));
  readonly topic = `query.events.${randomUUID()}`;
  readonly group = `billing-${randomUUID()}`;
  readonly contract = contractOn(this.topic);

  private constructor(
    private readonly brokers: string,
    private readonly kafka: Kafka,
  ) {}

  static async start(): Promise<BillingWorld> {
    const brokers = await testKafka();
    const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
    const world = new BillingWorld(brokers, kafka);
    const admin = kafka.admin();
    await admin.connect();
    const topics = [world.topic];
    await admin.createTopics({
      topics: [{ topic: world.topic, numPartitions: 3 }],
      // kafkajs's own wait fails on a broker that has not heard of its new topic yet.
      waitForLeaders: false,
    });
    await eventually(() => admin.fetchTopicMetadata({ topics }));
    await admin.disconnect();
    return world;
  }

  stop(): void {
    rmSync(this.data, { recursive: true });
    rmSync(dirname(this.contract), { recursive: true });
  }

  /** Queries that were answered, as the exchange tells of them. */
  publish(...events: readonly QueryEvent[]): Promise<void> {
    return this.write(...events.map((event) => this.messageOf(event)));
  }

  messageOf(event: QueryEvent, headers: Readonly<Record<string, string>> = {}): Message {
    return {
      key: event.query_event_id,
      value: JSON.stringify(event),
      headers: headersOf(event, headers),
    };
  }

  async write(...messages: readonly Message[]): Promise<void> {
    const producer = this.kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({ topic: this.topic, messages: [...messages] });
    await producer.disconnect();
  }

  /** Runs a command of the program to its end. */
  run(...args: readonly string[]): Promise<Ended> {
    return this.begin(...args).ended;
  }

  consumeAll(...args: readonly string[]): Promise<Ended> {
    return this.run('consume', '--until-caught-up', ...this.own, ...args);
  }

  begin(...args: readonly string[]) {
    return this.node('dist/main.js', ...args);
  }

  /** The program, but killed at a moment. */
  crash(moment: string): Promise<Ended> {
    const args = [moment, this.contract, this.data, this.group];
    return this.node('dist/testing/crashing-consumer.js', ...args).ended;
  }

  get own(): readonly string[] {
    return ['--contract', this.contract, '--data', this.data, '--group', this.group];
  }

  private node(file: string, ...args: readonly string[]) {
    const child = spawn(process.execPath, [file, ...args], {
      env: { ...process.env, KAFKA_BROKERS: this.brokers },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let errors = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (errors += text.toString()));
    const ended = new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => {
        resolve({ status, output, errors });
      });
    });
    return { child, ended };
  }
}
