import { beforeEach, describe, expect, test } from '@jest/globals';
import { inTransaction } from '@ndx/postgres';
import { useStarted } from '@ndx/testing/use-started';
import type { DeliveredBatch, PartitionProgress } from '../bus/port.js';
import { StepTaken, stepTaken } from '../conformance/events.js';
import { serviceDatabase } from '../conformance/service-database.js';
import { LogPositions, MissedEventsError } from './log-positions.js';

const partition = 0;
const { topic } = StepTaken;

describe('the positions of a consumer in its database', () => {
  const database = useStarted(serviceDatabase);
  let positions: LogPositions;

  beforeEach(async () => {
    await database.dataSource.query('truncate log_position, inbox');
    positions = new LogPositions(database.dataSource, 'product-query');
  });

  const batch = (first: number, count: number): DeliveredBatch => ({
    topic,
    partition,
    events: Array.from({ length: count }, (_, nth) => ({
      offset: BigInt(first + nth),
      envelope: stepTaken('a', nth),
    })),
  });
  const apply = (first: number, count: number) =>
    inTransaction(database.dataSource, (manager) =>
      positions.advance(manager, batch(first, count)),
    );
  const progress = (start: number, next: number, end: number): PartitionProgress[] => [
    { topic, partition, start: BigInt(start), next: BigInt(next), end: BigInt(end) },
  ];
  const next = async () => {
    const [position] = await positions.behind(progress(0, 0, 1_000));
    return Number(position?.next);
  };

  test('follow the batches, also the repeated ones', async () => {
    await apply(0, 5);
    await apply(5, 3);
    expect(await next()).toBe(8);
    await apply(4, 2);
    expect(await next()).toBe(6);
  });

  test('reject a batch after events that the database lacks', async () => {
    await apply(0, 5);
    await expect(apply(6, 1)).rejects.toThrow(MissedEventsError);
    expect(await next()).toBe(5);
  });

  test('of a database without applied events begin with the first event of the bus', async () => {
    await expect(apply(4, 1)).rejects.toThrow(MissedEventsError);
    await positions.align(progress(0, 900, 900));
    expect(await next()).toBe(0);
  });

  test('are created by replicas that list the partitions in different orders', async () => {
    const log = Array.from({ length: 200 }, (_, nth) => ({
      ...{ topic, partition: nth, start: 0n, next: 0n, end: 10n },
    }));
    for (let round = 0; round < 20; round += 1) {
      await database.dataSource.query('truncate log_position');
      await Promise.all([positions.align(log), positions.align(log.toReversed())]);
    }
    expect(await positions.behind(log)).toHaveLength(log.length);
  });

  test('pass events that the bus no longer has', async () => {
    await apply(0, 5);
    await positions.align(progress(7, 9, 10));
    expect(await next()).toBe(7);
    await apply(7, 3);
    expect(await positions.behind(progress(7, 9, 10))).toEqual([]);
  });
});
