import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Admin, EachBatchPayload, Kafka } from 'kafkajs';
import type pg from 'pg';
import { enterMessage, type EnterOptions, type Outcome } from './enter-message.js';

export interface ConsumeOptions extends EnterOptions {
  readonly kafka: Kafka;
  readonly group: string;
  /** Stops when the group has consumed all messages that are on the topic at the start. */
  readonly untilCaughtUp: boolean;
  /** Stops after the current batch when aborted. */
  readonly signal: AbortSignal;
}

export type Tally = Record<Outcome, number>;

/**
 * Writes the topic's messages to the ledger. A batch is committed in Postgres before its offset is
 * committed in Kafka: after a crash the batch is redelivered, and each event still counts once.
 */
export async function consume(ledger: pg.Client, options: ConsumeOptions): Promise<Tally> {
  const { kafka, group, contract, untilCaughtUp, signal } = options;
  const { topic } = contract;
  const tally: Tally = { counted: 0, duplicate: 0, rejected: 0, ignored: 0 };
  const admin = kafka.admin();
  await admin.connect();
  const consumer = kafka.consumer({ groupId: group, sessionTimeout: 10_000 });
  try {
    const target = untilCaughtUp ? await endOf(admin, topic) : undefined;
    const isCaughtUp = async () => target !== undefined && hasReached(target, admin, group, topic);
    if (await isCaughtUp()) return tally;
    await consumer.connect();
    await consumer.subscribe({ topic, fromBeginning: true });

    const over = new AbortController();
    const until = AbortSignal.any([signal, over.signal]);
    let failure: Error | undefined;
    const fail = (error: unknown) => {
      failure = error instanceof Error ? error : new Error(String(error));
      over.abort();
    };
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart) fail(error);
    });
    const eachBatch = async (payload: EachBatchPayload) => {
      if (until.aborted) return;
      try {
        await enterBatch(ledger, options, payload, tally);
      } catch (error) {
        fail(error);
        throw error;
      }
      await commit(payload);
      if (await isCaughtUp()) over.abort();
    };
    // kafkajs ignores a stop while it joins the group, so wait until it has joined.
    await consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch }).catch(fail);
    if (!until.aborted) await once(until, 'abort');
    await consumer.stop();
    if (failure) throw failure;
    return tally;
  } finally {
    await consumer.disconnect();
    await admin.disconnect();
  }
}

async function enterBatch(
  ledger: pg.Client,
  options: EnterOptions,
  { batch }: EachBatchPayload,
  tally: Tally,
): Promise<void> {
  await ledger.query('BEGIN');
  for (const message of batch.messages) tally[await enterMessage(ledger, options, message)] += 1;
  await ledger.query('COMMIT');
}

async function commit(payload: EachBatchPayload): Promise<void> {
  const { topic, partition } = payload.batch;
  const last = payload.batch.lastOffset();
  const partitions = [{ partition, offset: String(BigInt(last) + 1n) }];
  payload.resolveOffset(last);
  await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions }] });
}

/** The end offset of every partition with messages. */
async function endOf(admin: Admin, topic: string): Promise<ReadonlyMap<number, bigint>> {
  const offsets = await admin.fetchTopicOffsets(topic);
  const filled = offsets.filter(({ low, high }) => BigInt(high) > BigInt(low));
  return new Map(filled.map(({ partition, high }) => [partition, BigInt(high)]));
}

async function hasReached(
  target: ReadonlyMap<number, bigint>,
  admin: Admin,
  groupId: string,
  topic: string,
): Promise<boolean> {
  const topics = await offsetsOf(admin, groupId, topic);
  const committed = new Map(
    topics.flatMap(({ partitions }) =>
      partitions.map(({ partition, offset }) => [partition, BigInt(offset)] as const),
    ),
  );
  return [...target].every(([partition, end]) => (committed.get(partition) ?? -1n) >= end);
}

/**
 * Repeats the request while the group's coordinator moves, as after the start of a broker. kafkajs
 * does not repeat it itself; the next call finds the new coordinator.
 */
async function offsetsOf(admin: Admin, groupId: string, topic: string) {
  const attempts = 10;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin.fetchOffsets({ groupId, topics: [topic] });
    } catch (error) {
      if (!isRetriable(error) || attempt === attempts) throw error;
      await pause(attempt * 100);
    }
  }
}

/** Whether kafkajs marked the error as one that a retry can resolve. */
function isRetriable(error: unknown): boolean {
  return error instanceof Error && 'retriable' in error && error.retriable === true;
}
