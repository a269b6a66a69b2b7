import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import { EventProcessor } from '../inbox/event-processor.js';
import { DEFAULT_RETRY_POLICY } from '../inbox/retry-policy.js';
import { Rig } from './rig.js';

test('an event that keeps failing pauses its consumer for less than a second in all', () => {
  const pauses = DEFAULT_RETRY_POLICY.pausesMs.reduce((sum, ms) => sum + ms, 0);
  expect(pauses).toBeLessThan(1_000);
});

describe.each(testBuses())('a poison event on the %s bus', (name: BusName) => {
  let rig: Rig;

  afterEach(() => rig.stop());

  const letters = async () =>
    (await rig.deadLetters.list()).map(({ key, status }) => ({ key, status }));

  test('is parked after its attempts, and other keys are handled', async () => {
    rig = await Rig.start(name);
    const processor = new EventProcessor({
      ...rig.processorOptions,
      retry: DEFAULT_RETRY_POLICY,
    });
    const subscription = await rig.subscribe(processor);
    rig.poisoned.add('bad');

    const keys = Array.from({ length: 12 }, (_, index) => `good-${index}`);
    await rig.bus().publish([
      rig.outgoing({ key: 'bad', n: 1 }),
      // Every partition has some events, including the partition of the poison event.
      ...keys.map((key) => rig.outgoing({ key, n: 1 })),
    ]);
    await subscription.caughtUp();

    expect(await rig.seen()).toHaveLength(keys.length);
    expect(await letters()).toEqual([{ key: 'bad', status: 'failed' }]);
  });

  test('stays parked when its consumer restarts, and later events keep their order', async () => {
    rig = await Rig.start(name);
    const first = await rig.subscribe();
    rig.poisoned.add('bad');
    await rig.bus().publish([1, 2].map((n) => rig.outgoing({ key: 'bad', n })));
    await eventually(async () => expect(await letters()).toHaveLength(2));
    await first.stop();
    // The handler works again, but the letters are not redriven yet: new events must not overtake
    // them.
    rig.poisoned.clear();

    const second = await rig.subscribe(new EventProcessor(rig.processorOptions));
    await rig
      .bus()
      .publish([rig.outgoing({ key: 'bad', n: 3 }), rig.outgoing({ key: 'good', n: 1 })]);
    await second.caughtUp();

    expect(await rig.seen('bad')).toEqual([]);
    expect(await rig.seen('good')).toEqual([1]);
    expect(await letters()).toEqual([
      { key: 'bad', status: 'failed' },
      { key: 'bad', status: 'waiting' },
      { key: 'bad', status: 'waiting' },
    ]);
    await rig.deadLetters.redrive();
    await rig.bus().publish([rig.outgoing({ key: 'bad', n: 4 })]);
    await rig.sees([1, 2, 3, 4], 'bad');
  });

  test('that does not match its declaration is parked unchanged, and delays nothing', async () => {
    rig = await Rig.start(name);
    const subscription = await rig.subscribe();
    const spoilt = (key: string, data: string) => {
      const event = rig.outgoing({ key, n: 1 });
      return { ...event, envelope: { ...event.envelope, data } };
    };
    await rig
      .bus()
      .publish([
        spoilt('torn', '{"key":"torn","n'),
        spoilt('empty', ''),
        spoilt('unfit', '{"key":"unfit"}'),
        spoilt('deep', '['.repeat(100_000)),
        ...['torn', 'empty', 'unfit', 'deep', 'good'].map((key) => rig.outgoing({ key, n: 2 })),
      ]);
    await subscription.caughtUp();

    expect(await rig.seen()).toEqual([2]);
    expect(await rig.counted('parked')).toBe(4);
    expect(await rig.counted('waiting')).toBe(4);
    const kept = await rig.consumer.query<{ data: string }[]>(
      `select envelope::json->>'data' as data from dead_letter where status = 'failed' order by key`,
    );
    expect(kept.map(({ data }) => data)).toEqual([
      '['.repeat(100_000),
      '',
      '{"key":"torn","n',
      '{"key":"unfit"}',
    ]);
  });
});
