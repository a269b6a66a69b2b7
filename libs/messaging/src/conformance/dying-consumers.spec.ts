import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import type { Subscription, SubscriptionState } from '../bus/port.js';
import { Rig } from './rig.js';

/** The guaranteed maximum; the tests assert only this bound. */
const TEN_SECONDS = { timeoutMs: 10_000 };

describe.each(testBuses())('a consumer of the %s bus that dies', (name: BusName) => {
  let rig: Rig;

  afterEach(() => rig.stop());

  const becomes = (subscription: Subscription, ...states: readonly SubscriptionState[]) =>
    eventually(() => expect(states).toContain(subscription.state()), TEN_SECONDS);

  test('in a handler that does not return is detected within ten seconds, and recovers when it returns', async () => {
    rig = await Rig.start(name);
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const handled: string[] = [];
    const subscription = await rig.bus().subscribe({
      group: rig.group,
      topics: [rig.topic],
      async onBatch({ events }) {
        for (const { envelope } of events) {
          if (envelope.subject === 'a') await held;
          handled.push(envelope.subject);
        }
      },
    });
    await becomes(subscription, 'running');
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 1 })]);

    await becomes(subscription, 'stuck');
    expect(await rig.bus().outage()).toBeUndefined();

    release();
    await eventually(() => expect(subscription.state()).toBe('running'));
    expect(handled).toEqual(['a']);
  });

  test('because the bus does not respond is detected within ten seconds, and recovers', async () => {
    rig = await Rig.start(name, 'own');
    const subscription = await rig.subscribe();
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 1 })]);
    await rig.sees([1]);

    const answerAgain = await rig.server.hang();
    await becomes(subscription, 'silent', 'recovering');
    expect(await rig.bus().outage()).toEqual({ error: expect.any(Error) });

    await answerAgain();
    await eventually(() => expect(subscription.state()).toBe('running'), { timeoutMs: 60_000 });
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 2 })]);
    await rig.sees([1, 2]);
  });

  test('because the bus is gone is detected within ten seconds', async () => {
    rig = await Rig.start(name, 'own');
    const subscription = await rig.subscribe();
    await rig.bus().publish([rig.outgoing({ key: 'a', n: 1 })]);
    await rig.sees([1]);

    await rig.server.goDown();

    await becomes(subscription, 'silent', 'recovering');
    expect(await rig.bus().outage()).toEqual({ error: expect.any(Error) });
    await rig.server.comeBack();
    await eventually(async () => expect(await rig.bus().outage()).toBeUndefined(), TEN_SECONDS);
  });
});
