import type { Admin } from 'kafkajs';

/** A partition's end offset and the group's committed offset. */
export interface PartitionProgress {
  readonly topic: string;
  readonly partition: number;
  /** The offset after the last event. */
  readonly end: bigint;
  /** The offset of the next event to process. */
  readonly next: bigint;
}

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
  const offsets = await admin.fetchOffsets({ groupId, topics: [...topics] });
  return new Map(
    offsets.flatMap(({ topic, partitions }) =>
      partitions
        .filter(({ offset }) => offset !== '-1')
        .map(({ partition, offset }) => [`${topic}/${partition}`, BigInt(offset)] as const),
    ),
  );
}
