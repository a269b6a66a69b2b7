import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import { stepTaken } from '../conformance/events.js';
import { processorDatabase, ProcessorRig, seenIn } from '../conformance/processor-rig.js';
import type { ServiceDatabase } from '../conformance/service-database.js';
import { silent } from '../conformance/silent-logger.js';
import { CopyConfirmation } from './copy-confirmation.js';
import { BUS, DatabaseIncarnation, UnreadBusError } from './database-incarnation.js';

describe('after a start of the database, a direct delivery', () => {
  let database: ServiceDatabase;
  let incarnation: DatabaseIncarnation;
  let processor: ProcessorRig['processor'];

  beforeAll(async () => {
    database = await processorDatabase();
    incarnation = new DatabaseIncarnation(database.dataSource, [BUS]);
  });
  beforeEach(async () => {
    await database.dataSource.query('truncate seen, inbox, confirmed_incarnation');
    ({ processor } = new ProcessorRig(database, { requiresReadBus: true }));
  });
  afterAll(() => database.drop());

  test('is rejected until the events on the bus are applied', async () => {
    const deliver = () => processor.deliver([stepTaken('a', 1)]);
    await expect(deliver()).rejects.toThrow(UnreadBusError);
    await incarnation.confirm(BUS, (await incarnation.status()).incarnation);
    await deliver();
    expect(await seenIn(database)).toEqual([1]);

    // As if the server had been started again after the bus was read.
    await database.dataSource.query(
      'update confirmed_incarnation set incarnation = incarnation - 60',
    );
    await expect(processor.deliver([stepTaken('a', 2)])).rejects.toThrow(UnreadBusError);
    expect(await seenIn(database)).toEqual([1]);
  });

  test('waits until the events on the bus are applied', async () => {
    let finish = (): void => undefined;
    const read = new Promise<void>((resolve) => (finish = resolve));
    const confirmation = new CopyConfirmation({
      incarnation,
      recover: () => read,
      logger: silent,
    });
    confirmation.start();
    let attempts = 0;
    const delivered = confirmation.deliver(() => {
      attempts += 1;
      return processor.deliver([stepTaken('a', 1)]);
    });
    await eventually(() => expect(attempts).toBeGreaterThan(1));
    expect(await seenIn(database)).toEqual([]);

    finish();

    expect(await delivered).toEqual([]);
    expect(await seenIn(database)).toEqual([1]);
    await confirmation.stop();
  });
});
