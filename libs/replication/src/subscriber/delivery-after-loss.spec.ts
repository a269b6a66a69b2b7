import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { processorDatabase, ProcessorRig, seenIn, silent, stepTaken } from '@ndx/messaging/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { MIGRATIONS } from '../testing/migrations.js';
import { ReadModelConfirmation } from './confirmation.js';
import { BUS, DatabaseIncarnation, UnreadBusError } from './database-incarnation.js';
import { DirectInbox } from './direct-inbox.js';

describe('after a start of the database, a direct delivery', () => {
  const database = useStarted(() => processorDatabase(MIGRATIONS));
  let incarnation: DatabaseIncarnation;
  let inbox: DirectInbox;

  beforeAll(async () => {
    incarnation = new DatabaseIncarnation(database.dataSource, [BUS]);
  });
  beforeEach(async () => {
    await database.dataSource.query('truncate seen, inbox, confirmed_incarnation');
    const { processor } = new ProcessorRig(database);
    inbox = new DirectInbox(database.dataSource, () => processor);
  });

  test('is rejected until the events on the bus are applied', async () => {
    const deliver = () => inbox.deliver([stepTaken('a', 1)]);
    await expect(deliver()).rejects.toThrow(UnreadBusError);
    await incarnation.confirm(BUS, (await incarnation.status()).incarnation);
    await deliver();
    expect(await seenIn(database)).toEqual([1]);

    // As if the server had been started again after the bus was read.
    await database.dataSource.query(
      'update confirmed_incarnation set incarnation = incarnation - 60',
    );
    await expect(inbox.deliver([stepTaken('a', 2)])).rejects.toThrow(UnreadBusError);
    expect(await seenIn(database)).toEqual([1]);
  });

  test('waits until the events on the bus are applied', async () => {
    let finish = (): void => undefined;
    const read = new Promise<void>((resolve) => (finish = resolve));
    const confirmation = new ReadModelConfirmation({
      incarnation,
      recover: () => read,
      logger: silent,
    });
    confirmation.start();
    let attempts = 0;
    const delivered = confirmation.deliver(() => {
      attempts += 1;
      return inbox.deliver([stepTaken('a', 1)]);
    });
    await eventually(() => expect(attempts).toBeGreaterThan(1));
    expect(await seenIn(database)).toEqual([]);

    finish();

    expect(await delivered).toEqual([]);
    expect(await seenIn(database)).toEqual([1]);
    await confirmation.stop();
  });
});
