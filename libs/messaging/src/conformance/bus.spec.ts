import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import { CommitLog } from './commit-log.js';
import { Rig } from './rig.js';

const FEW = [1, 2, 3, 4, 5];

describe.each(testBuses())('the %s bus', (name: BusName) => {
  let rig: Rig;

  const started = async (own: 'own' | 'shared' = 'shared') => {
    rig = await Rig.start(name, own);
    return rig;
  };

  afterEach(() => rig.stop());

  test('events of a key are consumed in the commit order of their transactions, and none is missed', async () => {
    await started();
    const commits = await CommitLog.start(rig.writer, 20);
    await rig.subscribe();
    rig.relay({ pollMs: 1 });

    const keys = ['a', 'b', 'c'];
    const writes = Array.from({ length: 120 }, (_, n) => {
      const key = keys[n % keys.length] ?? '';
      return rig.take({ key, n });
    });
    await Promise.all(writes);

    for (const key of keys) await rig.sees(await commits.numbersOf(key), key);
    expect(await rig.seen()).toHaveLength(120);
  });

  test('an event that is delivered again has one effect', async () => {
    await started();
    const event = rig.outgoing({ key: 'a', n: 1 });
    const bus = rig.bus();
    await bus.publish([event, event]);
    await rig.subscribe();
    await rig.sees([1]);

    await bus.publish([event, rig.outgoing({ key: 'a', n: 2 })]);

    await rig.sees([1, 2]);
    expect(await rig.counted('duplicate')).toBe(2);
  });

  test('a batch that was not processed is delivered again', async () => {
    await started();
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 1 })]);
    let deliveries = 0;
    const subscription = await rig.bus().subscribe({
      group: rig.group,
      topics: [rig.topic],
      async onBatch(batch) {
        deliveries += 1;
        if (deliveries < 3) throw new Error('not yet');
        await rig.processor.onBatch(batch);
      },
    });

    await rig.sees([1]);
    await eventually(() => expect(subscription.state()).toBe('running'));
  });

  test('events committed before a crash are published by the next relay', async () => {
    await started();
    await rig.subscribe();
    const relay = rig.relay();
    await relay.stop();
    for (const n of FEW) await rig.take({ key: 'a', n });

    rig.relay();

    await rig.sees(FEW);
  });

  test('a poison event parks only its key, until it is redriven', async () => {
    await started();
    await rig.subscribe();
    rig.poisoned.add('bad');
    rig.relay();
    for (const n of FEW) {
      await rig.take({ key: 'bad', n });
      await rig.take({ key: 'good', n });
    }
    await rig.sees(FEW, 'good');
    await eventually(async () => {
      const letters = await rig.deadLetters.list();
      expect(letters.map(({ status }) => status)).toEqual([
        'failed',
        ...FEW.slice(1).map(() => 'waiting'),
      ]);
    });
    const [failed] = await rig.deadLetters.list();
    expect(failed).toMatchObject({ key: 'bad', attempts: 4, error: 'Error: bad is poison' });
    expect(await rig.deadLetters.redrive()).toEqual({ handled: 0, freedKeys: 0, failedKeys: 1 });
    expect(await rig.seen('bad')).toEqual([]);

    rig.poisoned.clear();
    expect(await rig.deadLetters.redrive()).toEqual({ handled: 5, freedKeys: 1, failedKeys: 0 });

    await rig.take({ key: 'bad', n: 6 });
    await rig.sees([...FEW, 6], 'bad');
    expect(await rig.deadLetters.list()).toEqual([]);
  });

  test('a bus outage loses no event and keeps the order', async () => {
    await started('own');
    const subscription = await rig.subscribe();
    rig.relay();
    await rig.take({ key: 'a', n: 1 });
    await rig.sees([1]);

    await rig.server.goDown();
    for (const n of [2, 3, 4]) await rig.take({ key: 'a', n });
    // The Kafka client reports a failure after its own retries, on a busy machine late.
    await eventually(() => expect(subscription.state()).toBe('recovering'), { timeoutMs: 120_000 });
    expect(await rig.outboxSize()).toBe(3);
    await rig.server.comeBack();

    await rig.sees([1, 2, 3, 4]);
    await eventually(async () => expect(await rig.outboxSize()).toBe(0));
    await eventually(() => expect(subscription.state()).toBe('running'));
  });

  test('a consumer that joins late reads from the start', async () => {
    await started();
    await rig.bus().publish(FEW.map((n) => rig.outgoing({ key: 'a', n })));

    const subscription = await rig.subscribe();
    await subscription.caughtUp();

    expect(await rig.seen()).toEqual(FEW);
    expect(await subscription.lag()).toBe(0);
  });

  test('an event type without a handler is counted, and delays nothing', async () => {
    await started();
    await rig
      .bus()
      .publish([rig.outgoing({ key: 'a', n: 1 }, rig.unheardOf), rig.outgoing({ key: 'a', n: 2 })]);

    const subscription = await rig.subscribe();
    await subscription.caughtUp();

    expect(await rig.seen()).toEqual([2]);
    expect(await rig.counted('unhandled')).toBe(1);
  });

  test('an event arrives as sent', async () => {
    await started();
    const sent = rig.outgoing({ key: 'ä/1', n: 1 });
    const envelope = { ...sent.envelope, requestId: 'request-1', traceparent: '00-01-02-01' };
    await rig.bus().publish([{ ...sent, envelope }]);
    const received: unknown[] = [];
    await rig.bus().subscribe({
      group: rig.group,
      topics: [rig.topic],
      onBatch: async ({ events }) => void received.push(...events.map((event) => event.envelope)),
    });

    await eventually(() => expect(received).toEqual([envelope]));
  });

  test('the members of a group share the work, and a leaving member is replaced', async () => {
    await started();
    const bus = rig.bus();
    const served = new Map<string, number>();
    const join = async (member: string) => {
      const subscription = await rig.bus().subscribe({
        group: rig.group,
        topics: [rig.topic],
        async onBatch({ events }) {
          served.set(member, (served.get(member) ?? 0) + events.length);
        },
      });
      return subscription;
    };
    const publishSome = () =>
      bus.publish(FEW.flatMap((n) => FEW.map((k) => rig.outgoing({ key: `${n}/${k}`, n }))));
    const first = await join('first');
    const second = await join('second');
    await eventually(async () => {
      await publishSome();
      await second.caughtUp();
      expect([...served.keys()].sort()).toEqual(['first', 'second']);
    });

    await first.stop();
    const before = served.get('first');
    await publishSome();
    await second.caughtUp();

    expect(served.get('first')).toBe(before);
    expect(await second.lag()).toBe(0);
  });

  test('waiting to catch up ends when it is aborted', async () => {
    await started();
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 1 })]);
    const stuck = await rig.bus().subscribe({
      group: rig.group,
      topics: [rig.topic],
      onBatch: () => Promise.reject(new Error('never')),
    });
    const controller = new AbortController();
    const caughtUp = stuck.caughtUp(controller.signal);
    await eventually(() => expect(stuck.state()).toBe('recovering'));

    controller.abort(new Error('given up'));

    await expect(caughtUp).rejects.toThrow('given up');
  });
});
