import { beforeEach, describe, expect, test } from '@jest/globals';
import type { EventEnvelope } from '@ndx/messaging';
import {
  batch,
  emptied,
  processorDatabase,
  record,
  seenIn,
  stepTaken,
  type Handle,
  type ProcessorRig,
} from '@ndx/messaging/testing';
import { useStarted } from '@ndx/testing/use-started';
import { DirectInbox } from './direct-inbox.js';

describe('the inbox of direct deliveries', () => {
  const database = useStarted(processorDatabase);
  let rig: ProcessorRig;
  let inbox: DirectInbox;

  beforeEach(async () => {
    rig = await emptied(database);
    inbox = new DirectInbox(database.dataSource, () => rig.processor, false);
  });

  const seen = () => seenIn(database);

  test('applies a direct delivery at once, and skips its events on the bus', async () => {
    const event = stepTaken('a', 1);

    await inbox.deliver([event]);
    await rig.processor.onBatch(batch(event));

    expect(await seen()).toEqual([1]);
    expect(await rig.outcomes()).toEqual({ handled: 1, duplicate: 1 });
  });

  test('reports a failed direct delivery to the writer, and applies none of it', async () => {
    rig.handle = async (n, context) => {
      await record(n, context);
      if (n === 2) throw new Error('refused');
    };
    const unheardOf = { ...stepTaken('a', 3), type: 'consent.unheard-of.v1' };

    await expect(inbox.deliver([stepTaken('a', 1), stepTaken('a', 2)])).rejects.toThrow('refused');
    await expect(inbox.deliver([unheardOf])).rejects.toThrow('no handler');

    expect(await seen()).toEqual([]);
    expect(await rig.outcomes()).toEqual({});
  });

  describe('with rows at the revision of a direct delivery or past it', () => {
    const standing = (event: EventEnvelope) => ({
      ...({ aggregate: 'consent', key: event.subject, revision: 7 } as const),
      ...{ event_id: null, state: {}, refused_event_id: event.id },
    });
    const reporting =
      (effects: Readonly<Record<number, 'refused' | 'applied'>>): Handle =>
      async (n, context) => {
        await record(n, context);
        const effect = effects[n];
        if (effect) await context.overtaken(standing(context.envelope), effect);
      };

    test('returns the rows that applied the event, and processes it again from the bus', async () => {
      const [one, other] = [stepTaken('a', 1), stepTaken('b', 2)];
      rig.handle = reporting({ 1: 'applied' });

      expect(await inbox.deliver([one, other])).toEqual([standing(one)]);
      expect(await seen()).toEqual([1, 2]);
      const marked: unknown = await database.dataSource.query('select event_id as id from inbox');
      expect(marked).toEqual([{ id: other.id }]);
    });

    test('returns only the rows that rejected the event when one did, and applies nothing', async () => {
      const [one, other] = [stepTaken('a', 1), stepTaken('b', 2)];
      rig.handle = reporting({ 1: 'applied', 2: 'refused' });

      expect(await inbox.deliver([one, other])).toEqual([standing(other)]);
      expect(await seen()).toEqual([]);
    });
  });

  test('applies a direct delivery to a parked key', async () => {
    rig.handle = () => Promise.reject(new Error('broken'));
    await rig.processor.onBatch(batch(stepTaken('a', 1)));
    rig.handle = record;

    await inbox.deliver([stepTaken('a', 2)]);

    expect(await seen()).toEqual([2]);
  });
});
