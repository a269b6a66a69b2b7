import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import type { LogPosition, OutgoingEvent, Subscription } from '../bus/port.js';
import { LogPositions } from '../inbox/log-positions.js';
import { recoverMissedEvents } from '../inbox/recover-missed-events.js';
import { Rig } from './rig.js';

const FEW = [1, 2, 3, 4, 5];

describe.each(testBuses())('rewinding the %s bus', (name: BusName) => {
  let rig: Rig;
  /** The payloads of the delivered events, in their order. */
  let delivered: number[];
  let events: readonly OutgoingEvent[];

  beforeEach(async () => {
    rig = await Rig.start(name);
    delivered = [];
    events = FEW.map((n) => rig.outgoing({ key: 'a', n }));
    await rig.bus().publish(events);
  });
  afterEach(() => rig.stop());

  const subscribe = (before: (n: number) => Promise<void> = () => Promise.resolve()) =>
    rig.bus().subscribe({
      group: rig.group,
      topics: [rig.topic],
      async onBatch(batched) {
        const batch = batched.events.map(
          ({ envelope }) => rig.stepTaken.parse(JSON.parse(envelope.data)).n,
        );
        for (const n of batch) await before(n);
        delivered.push(...batch);
      },
    });
  const seesDelivered = (expected: readonly number[]) =>
    eventually(() => expect(delivered).toEqual(expected), { timeoutMs: 120_000 });
  /** The partition of the events, with the offset of one of them. */
  const positionOf = async (subscription: Subscription, n: number): Promise<LogPosition> => {
    const progress = await subscription.progress();
    const used = progress.find(({ start, end }) => end > start);
    if (!used) throw new Error('no partition has an event');
    return { topic: rig.topic, partition: used.partition, next: used.start + BigInt(n - 1) };
  };

  test('a member is delivered the events from the position on again, and then later ones', async () => {
    const subscription = await subscribe();
    await subscription.caughtUp();
    await seesDelivered(FEW);

    await subscription.rewind([await positionOf(subscription, 3)]);
    await seesDelivered([...FEW, 3, 4, 5]);
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 6 })]);

    await seesDelivered([...FEW, 3, 4, 5, 6]);
    await eventually(async () => expect(await subscription.lag()).toBe(0));
  });

  test('the events of a batch in flight are delivered again after it', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    let begun = 0;
    const subscription = await subscribe(async () => {
      begun += 1;
      if (begun === 1) await finished;
    });
    await eventually(() => expect(begun).toBe(1), { timeoutMs: 120_000 });

    await subscription.rewind([await positionOf(subscription, 1)]);
    finish();

    await eventually(
      async () => {
        expect(delivered.slice(-FEW.length)).toEqual(FEW);
        expect(delivered.length).toBeGreaterThan(FEW.length);
        expect(await subscription.lag()).toBe(0);
      },
      { timeoutMs: 120_000 },
    );
  });

  test('a consumer applies the events that its database lost again, once', async () => {
    const positions = new LogPositions(rig.consumer, rig.processorOptions.consumer);
    const subscription = await rig.subscribe();
    await positions.align(await subscription.progress());
    await rig.sees(FEW);
    await subscription.caughtUp();

    const { partition, next } = await positionOf(subscription, 3);
    await rig.consumer.query('delete from seen where n >= 3');
    await rig.consumer.query('delete from inbox where event_id = any($1)', [
      events.slice(2).map(({ envelope }) => envelope.id),
    ]);
    await rig.consumer.query('update log_position set next_offset = $1 where partition = $2', [
      String(next),
      partition,
    ]);
    await recoverMissedEvents(subscription, positions, AbortSignal.timeout(40_000));

    expect(await rig.seen()).toEqual(FEW);
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 6 })]);
    await rig.sees([...FEW, 6]);
  });

  test('events whose marks in the inbox expired reach their handler again, in their order', async () => {
    const subscription = await rig.subscribe();
    await rig.sees(FEW);
    await subscription.caughtUp();

    await rig.consumer.query('delete from inbox');
    await subscription.rewind([await positionOf(subscription, 1)]);

    await rig.sees([...FEW, ...FEW]);
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 6 })]);
    await rig.sees([...FEW, ...FEW, 6]);
  });
});
