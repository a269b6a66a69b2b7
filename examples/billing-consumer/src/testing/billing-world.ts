import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, eventually, testKafka, type TestDatabase } from '@ndx/testing';
import { Kafka, logLevel, Partitioners, type Message } from 'kafkajs';
import { withLedger } from '../ledger.js';
import type { QueryEvent } from '../query-event.js';
import { DOCUMENTS, headersOf } from './query-events.js';

/** A topic and a ledger for one test, and the program as a separate process. */
export class BillingWorld {
  private readonly topic = `query.events.${randomUUID()}`;
  private readonly folder = mkdtempSync(join(tmpdir(), 'billing-'));

  private constructor(
    private readonly brokers: string,
    private readonly kafka: Kafka,
    private readonly database: TestDatabase,
  ) {}

  static async start(): Promise<BillingWorld> {
    const brokers = await testKafka();
    const kafka = new Kafka({ brokers: brokers.split(','), logLevel: logLevel.NOTHING });
    const world = new BillingWorld(brokers, kafka, await createTestDatabase());
    const { topic, folder } = world;
    cpSync(DOCUMENTS, folder, { recursive: true });
    const contract = join(folder, 'asyncapi.json');
    writeFileSync(contract, readFileSync(contract, 'utf8').replaceAll('query.events', topic));
    const admin = kafka.admin();
    await admin.connect();
    // The wait of kafkajs fails when a broker does not know the new topic yet.
    await admin.createTopics({ topics: [{ topic, numPartitions: 3 }], waitForLeaders: false });
    await eventually(() => admin.fetchTopicMetadata({ topics: [topic] }));
    await admin.disconnect();
    return world;
  }

  async stop(): Promise<void> {
    await this.database.drop();
    rmSync(this.folder, { recursive: true });
  }

  publish(...events: readonly QueryEvent[]): Promise<void> {
    return this.write(...events.map(messageOf));
  }

  async write(...messages: readonly Message[]): Promise<void> {
    const producer = this.kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({ topic: this.topic, messages: [...messages] });
    await producer.disconnect();
  }

  /** The rows of a query on the ledger. */
  rows<Row extends object>(query: string): Promise<Row[]> {
    return withLedger(this.database.url, async (ledger) => (await ledger.query<Row>(query)).rows);
  }

  async countedIds(): Promise<string[]> {
    const rows = await this.rows<{ id: string }>('SELECT query_event_id AS id FROM query_event');
    return rows.map(({ id }) => id).sort();
  }

  consumeAll(...args: readonly string[]) {
    return this.consume('--until-caught-up', ...args).ended;
  }

  consume(...args: readonly string[]) {
    const contract = join(this.folder, 'asyncapi.json');
    const own = ['--contract', contract, '--brokers', this.brokers, '--group', this.topic];
    const child = spawn(process.execPath, ['dist/main.js', 'consume', ...own, ...args], {
      env: { ...process.env, BILLING_DATABASE_URL: this.database.url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    const ended = new Promise<{ status: number | null; output: string }>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => {
        resolve({ status, output });
      });
    });
    // The process handles signals once it has printed its first line.
    return { child, ended, begun: once(child.stderr, 'data') };
  }
}

export function messageOf(event: QueryEvent): Message {
  return { key: event.query_event_id, value: JSON.stringify(event), headers: headersOf(event) };
}
