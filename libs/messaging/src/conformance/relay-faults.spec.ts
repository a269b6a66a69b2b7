import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import { RelayUnderTest, type RelayProcessOptions } from './relay-under-test.js';
import { Rig } from './rig.js';

const FEW = [1, 2, 3, 4, 5];

describe.each(testBuses())(
  'relays that are processes of their own, on the %s bus',
  (name: BusName) => {
    let rig: Rig;
    const relays: RelayUnderTest[] = [];

    afterEach(async () => {
      for (const relay of relays.splice(0)) relay.kill('SIGKILL');
      await rig.stop();
    });

    const started = async () => {
      rig = await Rig.start(name);
      await rig.subscribe();
      const wire: string[] = [];
      await rig.bus().subscribe({
        group: `${rig.group}-wire`,
        topics: [rig.topic],
        onBatch: async ({ events }) => void wire.push(...events.map(({ envelope }) => envelope.id)),
      });
      return wire;
    };
    const relay = (options: Pick<RelayProcessOptions, 'leaseMs' | 'holdAfterSend'>) => {
      const made = new RelayUnderTest({
        databaseUrl: rig.writerUrl,
        bus: rig.server.address,
        ...options,
      });
      relays.push(made);
      return made;
    };
    const takeFew = async () => {
      for (const n of FEW) await rig.take({ key: 'a', n });
    };
    const copies = (wire: readonly string[]) =>
      [...new Set(wire)].map((id) => wire.filter((other) => other === id).length);

    test('send an event again when one is killed between sending and marking, with one effect', async () => {
      const wire = await started();
      await takeFew();
      const killed = relay({ leaseMs: 500, holdAfterSend: true });
      await killed.says('sent 5');
      killed.kill('SIGKILL');
      await killed.ended;
      expect(await rig.outboxSize()).toBe(FEW.length);

      const next = relay({ leaseMs: 500, holdAfterSend: false });

      await next.says('marked 5');
      // It prints before it commits.
      await eventually(async () => expect(await rig.outboxSize()).toBe(0));
      await rig.take({ key: 'a', n: 6 });
      await rig.sees([...FEW, 6]);
      await eventually(() => expect(copies(wire)).toEqual([2, 2, 2, 2, 2, 1]));
    });

    test('reject the late mark of one that was paused past its lease, with one effect', async () => {
      const wire = await started();
      await takeFew();
      const late = relay({ leaseMs: 500, holdAfterSend: true });
      await late.says('sent 5');
      late.kill('SIGSTOP');
      const others = [1, 2].map(() => relay({ leaseMs: 60_000, holdAfterSend: true }));
      await Promise.race(others.map((other) => other.says('sent 5')));

      late.releaseMark();
      late.kill('SIGCONT');

      await late.says('marked 0');
      expect(await rig.outboxSize()).toBe(FEW.length);
      for (const other of others) other.releaseMark();
      await Promise.race(others.map((other) => other.says('marked 5')));
      await rig.take({ key: 'a', n: 6 });
      await rig.sees([...FEW, 6]);
      await eventually(() => expect(copies(wire)).toEqual([2, 2, 2, 2, 2, 1]));
      await eventually(async () => expect(await rig.outboxSize()).toBe(0));
    });
  },
);
