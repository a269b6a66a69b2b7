import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { declareEvent, type EventDeclaration } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { serviceDatabase } from '@ndx/messaging/testing';
import { useStarted } from '@ndx/testing/use-started';
import Type, { type Static } from 'typebox';
import { readModel, type ReadModelOptions } from '../subscriber/read-model.js';
import { MIGRATIONS } from '../testing/migrations.js';
import { comparisonOnOneDatabase } from '../testing/one-database.js';
import { Reconciliation } from './reconciliation.js';
import { eventSequence } from './event-sequence.js';
import type { OwnedAggregate } from './owned-aggregate.js';

const Thing = Type.Object({ id: Type.String(), revision: Type.Integer() });

const ThingSaved = declareEvent({
  type: 'consent.thing-saved.v1',
  source: 'consent',
  description: 'A thing of a test was saved.',
  aggregate: 'attestation',
  payload: Thing,
  key: ({ id }: Static<typeof Thing>) => id,
  subscribers: ['product-query'],
  audited: false,
});

const OWNED: OwnedAggregate = {
  aggregate: 'attestation',
  async recover({ manager, publish }, { key: id, revision: replicated }) {
    const [rows] = await manager.query<[{ revision: number }[], number]>(
      'update thing set revision = greatest(revision, $2) + 1 where id = $1 returning revision',
      [id, replicated],
    );
    const [row] = rows;
    if (!row) return 'unknown';
    publish(ThingSaved, { id, revision: row.revision });
    return 'republished';
  },
};

/** An owner and a subscriber on one database; nothing brings events from one to the other. */
describe('a comparison of read models with their owner', () => {
  const database = useStarted(() => serviceDatabase(undefined, MIGRATIONS));
  let transactions: Transactions;

  beforeAll(async () => {
    await database.dataSource.query(`
      create table thing (id uuid primary key, revision int not null);
      create table thing_copy (id uuid primary key, revision bigint not null, event_id uuid)`);
    transactions = new Transactions({
      dataSource: database.dataSource,
      source: 'consent',
      context: () => ({}),
      wake: () => undefined,
      sequence: eventSequence(),
    });
  });
  beforeEach(() => sql('truncate thing, thing_copy, aggregate_head, outbox, parked_key'));

  const sql = <Row>(statement: string, values: unknown[] = []) =>
    database.dataSource.query<Row[]>(statement, values);

  const comparison = (
    unknown: ReadModelOptions['unknown'] = 'removed',
    event: EventDeclaration<Static<typeof Thing>> = ThingSaved,
  ) => {
    const table = readModel({ aggregate: 'attestation', table: 'thing_copy', key: 'id', unknown });
    const { comparison: compared } = comparisonOnOneDatabase(database.dataSource, table, {
      source: 'consent',
      transactions,
      reconciliation: new Reconciliation([OWNED]),
      events: [event],
    });
    return Object.assign(async () => (await compared.round())[0]?.differences, {
      confirm: () => compared.confirm('product-query'),
    });
  };
  const direct = { ...ThingSaved, deliveredDirectlyTo: ['product-query'] as const };

  /** Published long ago; its row stands as it says. */
  const things = async (count: number): Promise<readonly string[]> => {
    const ids = Array.from({ length: count }, () => randomUUID());
    await sql('insert into thing select unnest($1::uuid[]), 3', [ids]);
    await sql(
      `insert into aggregate_head select 'attestation', id::text, 3, gen_random_uuid() from thing`,
    );
    await sql('insert into thing_copy select key::uuid, revision, event_id from aggregate_head');
    return ids;
  };

  const revisionsPublished = async () =>
    (await sql<{ data: string }>('select data from outbox order by seq')).map(
      ({ data }) => ThingSaved.parse(JSON.parse(data)).revision,
    );

  test('finds no difference where there is none, over several ranges', async () => {
    await things(4_100);
    expect(await comparison()()).toEqual({});
  });

  test('finds the one row of thousands that is ahead, and publishes its aggregate above it', async () => {
    const [id] = await things(4_100);
    await sql('update thing_copy set revision = 5, event_id = gen_random_uuid() where id = $1', [
      id,
    ]);
    expect(await comparison()()).toEqual({ republished: 1 });
    expect(await revisionsPublished()).toEqual([6]);
  });

  test('finds a row at the revision of its owner by another event', async () => {
    const [id] = await things(3);
    await sql('update thing_copy set event_id = gen_random_uuid() where id = $1', [id]);
    expect(await comparison()()).toEqual({ republished: 1 });
    expect(await revisionsPublished()).toEqual([4]);
  });

  test('removes a row that its owner does not have, or keeps it where less is permitted with it', async () => {
    const [id] = await things(3);
    await sql('delete from aggregate_head where key = $1', [id]);
    await sql('delete from thing where id = $1', [id]);
    expect(await comparison('kept')()).toEqual({ kept: 1 });
    expect(await comparison('removed')()).toEqual({ removed: 1 });
    expect(await sql('select id from thing_copy')).toHaveLength(2);
    expect(await comparison('removed')()).toEqual({});
  });

  test('publishes again what a row has missed in two rounds, and once', async () => {
    const [missing, behind] = await things(3);
    await sql('delete from thing_copy where id = $1', [missing]);
    await sql('update thing_copy set revision = 2, event_id = gen_random_uuid() where id = $1', [
      behind,
    ]);
    const round = comparison();
    expect(await round()).toEqual({ behind: 2 });
    expect(await revisionsPublished()).toEqual([]);
    expect(await round()).toEqual({ redelivered: 2 });
    expect(await revisionsPublished()).toEqual([4, 4]);
    // Those events wait in the outbox now.
    expect([await round(), await round()]).toEqual([{ behind: 2 }, { waiting: 2 }]);
    expect(await revisionsPublished()).toEqual([4, 4]);
  });

  test('publishes at once what a row has missed to which changes are delivered directly', async () => {
    const [id] = await things(3);
    await sql('delete from thing_copy where id = $1', [id]);
    expect(await comparison('removed', direct)()).toEqual({ redelivered: 1 });
  });

  test('leaves a row whose key is parked to the one who drives it again', async () => {
    const [id] = await things(3);
    await sql('delete from thing_copy where id = $1', [id]);
    await sql(`insert into parked_key (consumer, key) values ('product-query', $1)`, [id]);
    expect(await comparison()()).toEqual({});
  });

  describe('after a start of the database of the read models', () => {
    test('publishes what a row lost although its key is parked', async () => {
      const [id] = await things(4_100);
      await sql('delete from thing_copy where id = $1', [id]);
      await sql(`insert into parked_key (consumer, key) values ('product-query', $1)`, [id]);
      expect(await comparison('removed', direct).confirm()).toBe(1);
      expect(await revisionsPublished()).toEqual([4]);
    });

    test('publishes what a row lost although the event of the owner is not published yet', async () => {
      const [id] = await things(3);
      await transactions.run(async ({ manager, publish }) => {
        await manager.query('update thing set revision = 4 where id = $1', [id]);
        publish(ThingSaved, { id: String(id), revision: 4 });
      });
      expect(await comparison('removed', direct).confirm()).toBe(1);
      expect(await revisionsPublished()).toEqual([4, 5]);
    });

    test('repairs nothing where no row lost anything', async () => {
      await things(4_100);
      expect(await comparison('removed', direct).confirm()).toBe(0);
    });
  });

  test('does not judge a row from before events were recorded with read models', async () => {
    await sql('insert into thing_copy values (gen_random_uuid(), 7, null)');
    expect(await comparison()()).toEqual({});
  });
});
