import { setTimeout as pause } from 'node:timers/promises';
import { Backoff } from '@ndx/contracts';
import type { Admin } from 'kafkajs';
import type { PartitionProgress } from '../port.js';

/** Runs the work with an admin client: the same one, or a new one after an error. */
export type AsAdmin = <T>(work: (admin: Admin) => Promise<T>) => Promise<T>;

export function groupProgress(
  asAdmin: AsAdmin,
  groupId: string,
  topics: readonly string[],
): Promise<PartitionProgress[]> {
  return onceElected(asAdmin, async (admin) => {
    const committed = await fetchCommitted(admin, groupId, topics);
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
  });
}

/** The offset of the next event of every partition in which the group has processed one. */
export function committedOffsets(
  asAdmin: AsAdmin,
  groupId: string,
  topics: readonly string[],
): Promise<Map<string, bigint>> {
  return onceElected(asAdmin, (admin) => fetchCommitted(admin, groupId, topics));
}

async function fetchCommitted(
  admin: Admin,
  groupId: string,
  topics: readonly string[],
): Promise<Map<string, bigint>> {
  const offsets = await admin.fetchOffsets({ groupId, topics: [...topics] });
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
 * Repeats the work while a partition has no leader or the group no coordinator, or they move, as
 * after the creation of a topic or the start of a broker. kafkajs does not repeat it itself; the
 * new client of the next attempt asks who they are.
 */
async function onceElected<T>(asAdmin: AsAdmin, work: (admin: Admin) => Promise<T>): Promise<T> {
  const backoff = new Backoff(50, 1_000);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await asAdmin(work);
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
