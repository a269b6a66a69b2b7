import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import type { QueryEvent } from './query-event.js';
import { BillingWorld, messageOf } from './testing/billing-world.js';
import { queryEvent } from './testing/query-events.js';

describeOnKafka('consuming from Kafka', () => {
  let world: BillingWorld;

  beforeEach(async () => {
    world = await BillingWorld.start();
  });

  afterEach(() => world.stop());

  const idsOf = (events: readonly QueryEvent[]) =>
    events.map((event) => event.query_event_id).sort();

  test('a query counts once, however often its event is delivered', async () => {
    const events = Array.from({ length: 20 }, () => queryEvent());
    await world.publish(...events, ...events.slice(0, 5));
    expect(await world.consumeAll()).toMatchObject({ status: 0 });
    // A new group receives all messages again.
    const again = await world.consumeAll('--group', `${events[0]?.query_event_id ?? ''}-again`);
    expect(JSON.parse(again.output)).toMatchObject({ counted: 0, duplicate: 25 });
    expect(await world.countedIds()).toEqual(idsOf(events));
  });

  test('a message that does not match the schema is set aside with its reason; consumption continues', async () => {
    const [good, wrong, torn, sandbox] = Array.from({ length: 4 }, () => queryEvent());
    if (!good || !wrong || !torn || !sandbox) throw new Error('there are four');
    await world.write(
      messageOf({ ...wrong, outcome: 'half' }),
      { ...messageOf(torn), value: null },
      { key: 'a', value: JSON.stringify(torn) },
      messageOf({ ...sandbox, environment: 'sandbox' }),
      { ...messageOf(good), headers: { ce_type: 'query.executed.v2' } },
      messageOf(good),
      messageOf({ ...good, billable: false }),
    );
    const { output } = await world.consumeAll('--environment', 'development');
    // Kafka may redeliver a batch with an uncommitted offset; its events are not counted twice.
    expect(JSON.parse(output)).toMatchObject({ counted: 1, rejected: 5 });
    expect(await world.countedIds()).toEqual([good.query_event_id]);
    const reasons = await world.rows<{ reason: string }>('SELECT reason FROM rejected_message');
    expect(reasons.map(({ reason }) => reason).sort()).toEqual([
      expect.stringContaining('/outcome must be equal to one of the allowed values'),
      'it is of sandbox, and development is billed',
      `query event ${good.query_event_id} is counted with other contents`,
      expect.stringContaining("the headers must have required property 'ce_specversion'"),
      'the value is not JSON',
    ]);
  });

  test.each(['SIGTERM', 'SIGKILL'] as const)(
    'after a %s the next process continues, and each query counts once',
    async (signal) => {
      const events = Array.from({ length: 10 }, () => queryEvent());
      const running = world.consume();
      await world.publish(...events.slice(0, 5));
      await eventually(async () => {
        expect(await world.countedIds()).not.toEqual([]);
      });
      running.child.kill(signal);
      expect(await running.ended).toMatchObject({ status: signal === 'SIGTERM' ? 0 : null });
      await world.publish(...events.slice(5));
      expect(await world.consumeAll()).toMatchObject({ status: 0 });
      expect(await world.countedIds()).toEqual(idsOf(events));
    },
  );

  // Before the consumer joins its group, while it joins, and during the first batch.
  test.each([0, 50, 100, 200, 400, 800])('SIGTERM %d ms after the start stops it', async (ms) => {
    const events = [queryEvent(), queryEvent()];
    await world.publish(...events);
    const running = world.consume();
    await running.begun;
    await pause(ms);
    running.child.kill('SIGTERM');
    expect(await running.ended).toMatchObject({ status: 0 });
    expect(await world.consumeAll()).toMatchObject({ status: 0 });
    expect(await world.countedIds()).toEqual(idsOf(events));
  });
});
