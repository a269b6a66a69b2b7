import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { BUS_MESSAGE_BYTES, EVENT_BYTES } from '@ndx/contracts';
import { eventually, testBuses, type BusName } from '@ndx/testing';
import { OUTBOX_COLUMNS, outboxValues } from '../outbox/outbox-row.js';
import { ParkedOutbox } from '../outbox/parked-outbox.js';
import { Rig } from './rig.js';

/** Kafka's limit is for compressed events, and the payloads lose a quarter by the compression. */
const TOO_LARGE = 2 * BUS_MESSAGE_BYTES;

describe.each(testBuses())('the size of events on the %s bus', (name: BusName) => {
  let rig: Rig;

  afterEach(() => rig.stop());

  /** A payload of a step with this length, which hardly compresses. */
  const payloadOf = (key: string, n: number, bytes: number) => {
    const payload = { key, n, rest: '' };
    const length = bytes - JSON.stringify(payload).length;
    return JSON.stringify({
      ...payload,
      rest: randomBytes(length).toString('base64').slice(0, length),
    });
  };

  /** Stored without the size check of use cases, as by a version before the bounds. */
  const store = async (key: string, n: number, bytes: number) => {
    const row = outboxValues(rig.stepTaken, { key, n }, {}).map((value) =>
      value === JSON.stringify({ key, n }) ? payloadOf(key, n, bytes) : value,
    );
    const places = row.map((_, index) => `$${index + 1}`).join();
    await rig.writer.query(`insert into outbox (${OUTBOX_COLUMNS}) values (${places})`, row);
  };

  test.each(Object.entries(EVENT_BYTES))(
    'leaves room for the largest event of a %s',
    async (_, bytes) => {
      rig = await Rig.start(name);
      await rig.subscribe();
      await store('large', 1, bytes);
      await store('large', 2, bytes);
      rig.relay();
      await rig.sees([1, 2], 'large');
    },
  );

  test('parks the key of an event that is too large, and publishes all others', async () => {
    rig = await Rig.start(name);
    await rig.subscribe();
    await rig.take({ key: 'good', n: 1 });
    await store('bad', 1, TOO_LARGE);
    await rig.take({ key: 'bad', n: 2 });
    await rig.take({ key: 'good', n: 2 });
    rig.relay();

    await rig.sees([1, 2], 'good');
    await rig.take({ key: 'good', n: 3 });
    await rig.sees([1, 2, 3], 'good');
    const parked = new ParkedOutbox(rig.writer);
    await eventually(async () =>
      expect(await parked.list()).toMatchObject([
        { key: 'bad', bytes: TOO_LARGE, error: expect.stringMatching(/large/i) },
      ]),
    );
    expect(await rig.seen('bad')).toEqual([]);
    await eventually(async () => expect(await rig.outboxSize()).toBe(2));

    // Rejected again, so parked again.
    await parked.release();
    await eventually(async () => expect(await parked.list()).toHaveLength(1));
    await rig.writer.query(
      `update outbox set data = '{"key":"bad","n":1}' where key = 'bad' and data like '%rest%'`,
    );
    await parked.release('bad');
    await rig.sees([1, 2], 'bad');
    // A row is deleted after the bus has delivered its event.
    await eventually(async () => expect(await rig.outboxSize()).toBe(0));
  });
});
