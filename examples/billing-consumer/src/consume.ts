import type { Admin, Consumer, EachBatchPayload, Kafka } from 'kafkajs';
import type { Books, Tally } from './books.js';
import { enterMessage } from './enter-message.js';
import type { PublishedContract } from './published-contract.js';
import { RunTally } from './run-tally.js';

export interface ConsumeOptions {
  readonly kafka: Kafka;
  readonly group: string;
  readonly contract: PublishedContract;
  readonly books: Books;
  readonly environment: string | undefined;
  /** Ends when the group has all that is on the topic now. */
  readonly untilCaughtUp: boolean;
  /** Ends when it is aborted, after the batch in hand. */
  readonly signal: AbortSignal;
  /** Told of what is set aside. */
  readonly log: (line: string) => void;
  /** How long a member that was killed keeps its partitions, in milliseconds. */
  readonly sessionTimeoutMs?: number;
}

/**
 * Enters the topic's messages into the books. An offset is committed when what came before it is on
 * the disk: after a crash a message comes again, and counts once.
 */
export async function consume(options: ConsumeOptions): Promise<Tally> {
  const { kafka, group, contract, untilCaughtUp, sessionTimeoutMs = 10_000 } = options;
  const tally = new RunTally();
  const admin = kafka.admin();
  await admin.connect();
  const consumer = kafka.consumer({ groupId: group, sessionTimeout: sessionTimeoutMs });
  try {
    const target = untilCaughtUp ? await endOf(admin, contract.topic) : undefined;
    const isCaughtUp = async () =>
      target !== undefined && hasReached(target, await committed(admin, group, contract.topic));
    if (await isCaughtUp()) return tally.sums;
    await consumeUntil(options.signal, consumer, contract.topic, {
      enter: (payload) => {
        enterBatch(options, payload, tally);
      },
      isLast: async (payload) => {
        await commit(payload);
        return isCaughtUp();
      },
    });
    return tally.sums;
  } finally {
    await consumer.disconnect();
    await admin.disconnect();
  }
}

interface Steps {
  /** What it throws ends the program: the books may be torn, and are mended at the next start. */
  readonly enter: (payload: EachBatchPayload) => void;
  /** What it rejects with is Kafka's, which gives the batch again. */
  readonly isLast: (payload: EachBatchPayload) => Promise<boolean>;
}

async function consumeUntil(
  signal: AbortSignal,
  consumer: Consumer,
  topic: string,
  { enter, isLast }: Steps,
): Promise<void> {
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  let isOver = false;
  let started: Promise<void> | undefined;
  const over = new Promise<void>((resolve, reject) => {
    const end = (settle: () => void) => {
      isOver = true;
      settle();
    };
    if (signal.aborted) end(resolve);
    signal.addEventListener('abort', () => {
      end(resolve);
    });
    consumer.on(consumer.events.CRASH, ({ payload: { error, restart } }) => {
      if (!restart)
        end(() => {
          reject(error);
        });
    });
    const eachBatch = async (payload: EachBatchPayload) => {
      if (isOver) return;
      try {
        enter(payload);
      } catch (error) {
        end(() => {
          reject(error instanceof Error ? error : new Error(String(error)));
        });
        throw error;
      }
      if (await isLast(payload)) end(resolve);
    };
    started = consumer.run({ autoCommit: false, eachBatchAutoResolve: false, eachBatch });
    started.catch(reject);
  });
  try {
    await over;
  } finally {
    // One that is still joining its group does not hear of a stop, and would consume for ever.
    await Promise.allSettled([started]);
    await consumer.stop();
  }
}

function enterBatch(options: ConsumeOptions, { batch }: EachBatchPayload, tally: RunTally): void {
  const { partition } = batch;
  for (const message of batch.messages) {
    tally.add(partition, message.offset, enterMessage(options, partition, message));
  }
  options.books.save();
}

async function commit(payload: EachBatchPayload): Promise<void> {
  const { topic, partition } = payload.batch;
  const last = payload.batch.lastOffset();
  const partitions = [{ partition, offset: String(BigInt(last) + 1n) }];
  payload.resolveOffset(last);
  await payload.commitOffsetsIfNecessary({ topics: [{ topic, partitions }] });
}

/** The offset after the last message of every partition that has any. */
async function endOf(admin: Admin, topic: string): Promise<ReadonlyMap<number, bigint>> {
  const offsets = await admin.fetchTopicOffsets(topic);
  return new Map(
    offsets
      .filter(({ low, high }) => BigInt(high) > BigInt(low))
      .map(({ partition, high }) => [partition, BigInt(high)]),
  );
}

async function committed(
  admin: Admin,
  groupId: string,
  topic: string,
): Promise<ReadonlyMap<number, bigint>> {
  const topics = await admin.fetchOffsets({ groupId, topics: [topic] });
  return new Map(
    topics.flatMap(({ partitions }) =>
      partitions.map(({ partition, offset }) => [partition, BigInt(offset)] as const),
    ),
  );
}

function hasReached(
  target: ReadonlyMap<number, bigint>,
  progress: ReadonlyMap<number, bigint>,
): boolean {
  return [...target].every(([partition, end]) => (progress.get(partition) ?? -1n) >= end);
}
