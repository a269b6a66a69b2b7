import { setTimeout as pause } from 'node:timers/promises';
import { Backoff } from '@ndx/contracts';
import type { Admin } from 'kafkajs';
import type { PartitionProgress } from '../port.js';

export async function groupProgress(
  admin: Admin,
  groupId: string,
  topics: readonly string[],
): Promise<PartitionProgress[]> {
  const committed = await committedOffsets(admin, groupId, topics);
  const ends = await Promise.all(
    topics.map(async (topic) => ({ topic, offsets: await admin.fetchTopicOffsets(topic) })),
  );
  return ends.flatMap(({ topic, offsets }) =>
    offsets.map(({ partition, high, low }) => ({
      topic,
      partition,
      start: BigInt(low),
      end: BigInt(high),
      next: committed.get(`${topic}/${partition}`) ?? BigInt(low),
    })),
  );
}

/** The offset of the next event of every partition in which the group has processed one. */
export async function committedOffsets(
  admin: Admin,
  groupId: string,
  topics: readonly string[],
): Promise<Map<string, bigint>> {
  const offsets = await fetchOffsets(admin, groupId, topics);
  return new Map(
    offsets.flatMap(({ topic, partitions }) =>
      partitions
        .filter(({ offset }) => offset !== '-1')
        .map(({ partition, offset }) => [`${topic}/${partition}`, BigInt(offset)] as const),
    ),
  );
}

/** Attempts of one request for offsets; with the pauses, about a minute. */
const ATTEMPTS = 60;

/**
 * Repeats the request while the group has no coordinator, or it moves, as after the start of a
 * broker. kafkajs does not repeat it itself; the next call finds the new coordinator.
 */
async function fetchOffsets(admin: Admin, groupId: string, topics: readonly string[]) {
  const backoff = new Backoff(50, 1_000);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await admin.fetchOffsets({ groupId, topics: [...topics] });
    } catch (error) {
      if (!isRetriable(error) || attempt === ATTEMPTS) throw error;
      await pause(backoff.next());
    }
  }
}

/**
 * Whether a retry can resolve the error. kafkajs marks such errors, but not the one after its own
 * retries for a coordinator: a new broker may need longer to create the topic of the offsets.
 */
function isRetriable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'KafkaJSGroupCoordinatorNotFound') return true;
  return 'retriable' in error && error.retriable === true;
}
