import { Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { describeOnKafka } from '@ndx/testing/describe-on-kafka';
import { Kafka, logLevel, type ISocketFactory } from 'kafkajs';
import { Rig } from '../../conformance/rig.js';
import { KafkaPublisher } from './kafka-publisher.js';

describeOnKafka('a publisher to Kafka', () => {
  let rig: Rig;

  afterEach(() => rig.stop());

  test('a publisher loses no event after a publication with a lost acknowledgement', async () => {
    rig = await Rig.start('kafka');
    const { address } = rig.server;
    if (address.kind !== 'kafka') throw new Error('this test is about Kafka');
    let deaf = false;
    const socketFactory: ISocketFactory = ({ host, port, onConnect }) =>
      new HalfDeafSocket(() => deaf).connect(port, host, onConnect);
    const publisher = new KafkaPublisher(
      new Kafka({
        brokers: [...address.brokers],
        logLevel: logLevel.NOTHING,
        requestTimeout: 500,
        socketFactory,
      }),
    );
    const step = (n: number) => rig.outgoing({ key: 'a', n });
    await publisher.publish([step(1)]);
    deaf = true;
    await expect(publisher.publish([step(2)])).rejects.toThrow();
    deaf = false;

    await publisher.publish([step(3)]);

    await publisher.close();
    await rig.subscribe();
    // The broker has the second event once: it detects the producer's retries.
    await rig.sees([1, 2, 3]);
  });
});

/** A proxy that, while `deaf`, forwards requests and drops responses. */
class HalfDeafSocket extends Socket {
  constructor(private readonly isDeaf: () => boolean) {
    super();
  }

  override emit(event: string | symbol, ...args: unknown[]): boolean {
    return event === 'data' && this.isDeaf() ? true : super.emit(event, ...args);
  }
}
