import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { Kafka, Partitioners, logLevel, type Message } from 'kafkajs';
import { Rig } from '../../conformance/rig.js';

describeOnKafka('what another program wrote to a topic of Kafka', () => {
  let rig: Rig;

  beforeEach(async () => {
    rig = await Rig.start('kafka');
  });

  afterEach(() => rig.stop());

  const write = async (...messages: readonly Omit<Message, 'partition'>[]) => {
    const { address } = rig.server;
    if (address.kind !== 'kafka') throw new Error('this suite is about Kafka');
    const kafka = new Kafka({ brokers: [...address.brokers], logLevel: logLevel.NOTHING });
    const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner });
    await producer.connect();
    await producer.send({
      topic: rig.topic,
      messages: messages.map((message) => ({ ...message, partition: 0 })),
    });
    await producer.disconnect();
  };
  const goodOnThatPartition = (n: number) => {
    const { envelope } = rig.outgoing({ key: 'good', n });
    return {
      key: 'good',
      value: envelope.data,
      headers: { ce_id: envelope.id, ce_type: envelope.type },
    };
  };

  test('without the attributes of an event is counted, and delays nothing', async () => {
    await write(
      { value: 'hello' },
      { value: null },
      { key: 'a', value: Buffer.from([0xff, 0xfe, 0x00]), headers: { ce_id: 'not a uuid' } },
      { key: 'a', value: '{}', headers: { ce_type: ['one', 'two'] } },
      goodOnThatPartition(1),
    );
    const subscription = await rig.subscribe();
    await subscription.caughtUp();

    expect(await rig.seen()).toEqual([1]);
    expect(await rig.counted('unhandled')).toBe(4);
  });

  test('of any type is counted under one, whatever its length', async () => {
    await write(
      { value: '{}', headers: { ce_type: 'k'.repeat(100_000) } },
      { value: '{}', headers: { ce_type: randomBytes(8).toString('hex') } },
      goodOnThatPartition(1),
    );
    const subscription = await rig.subscribe();
    await subscription.caughtUp();

    expect(await rig.counted('unhandled')).toBe(2);
    expect(await rig.countedTypes('unhandled')).toEqual(['undeclared']);
  });

  test('under the name of an event, with an invalid id, is handled once if it is valid otherwise', async () => {
    const { key, value, headers } = goodOnThatPartition(1);
    await write({ key, value, headers: { ...headers, ce_id: 'not a uuid' } });
    const subscription = await rig.subscribe();
    await subscription.caughtUp();

    expect(await rig.seen()).toEqual([1]);
  });

  test.each([
    ['a zero character in its key', 'a\u0000b'],
    ['a key that is longer than any index takes', randomBytes(20_000).toString('hex')],
    ['an empty key', ''],
    ['no key', null],
  ])('under the name of an event, with %s, is parked and delays nothing', async (_what, key) => {
    const { type } = rig.stepTaken;
    await write(
      { key, value: 'no event', headers: { ce_type: type } },
      { key, value: null, headers: { ce_type: type } },
      goodOnThatPartition(1),
    );
    const subscription = await rig.subscribe();
    await subscription.caughtUp();

    expect(await rig.seen()).toEqual([1]);
    expect(await rig.deadLetters.list()).toHaveLength(2);
  });
});
