import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { declareEvent, type PayloadOf } from '@ndx/contracts';
import {
  EventProcessor,
  toEnvelope,
  Transactions,
  type EnvelopeRow,
  type EventEnvelope,
  type ReadModelRow,
} from '@ndx/messaging';
import { serviceDatabase, silent } from '@ndx/messaging/testing';
import { useStarted } from '@ndx/testing/use-started';
import Type from 'typebox';
import { readModel, keepNewest } from '../subscriber/read-model.js';
import { DirectInbox } from '../subscriber/direct-inbox.js';
import { MIGRATIONS } from '../testing/migrations.js';
import { comparisonOnOneDatabase } from '../testing/one-database.js';
import { Reconciliation } from './reconciliation.js';
import { DeliveryUntilApplied } from './deliver-until-applied.js';
import { eventSequence } from './event-sequence.js';
import type { OwnedAggregate } from './owned-aggregate.js';

const RuleSaved = declareEvent({
  type: 'policy.rule-saved.v1',
  source: 'policy',
  description: 'A rule of a test was saved.',
  aggregate: 'querying-policy',
  payload: Type.Object({ id: Type.String(), revision: Type.Integer(), narrow: Type.Boolean() }),
  key: ({ id }) => id,
  subscribers: ['product-query'],
  deliveredDirectlyTo: ['product-query'],
  audited: false,
});

type Rule = PayloadOf<typeof RuleSaved>;

/** A row ahead has a narrowing that the owner lost. */
const OWNED: OwnedAggregate = {
  aggregate: 'querying-policy',
  async recover({ manager, publish }, { key: id, revision, state }) {
    const [former] = await manager.query<Rule[]>('select * from rule where id = $1', [id]);
    const isNarrow = state['narrow'] === true;
    const [[rule]] = await manager.query<[Rule[], number]>(
      `update rule set revision = greatest(revision, $2) + 1, narrow = narrow or $3
       where id = $1 returning *`,
      [id, revision, isNarrow],
    );
    if (!rule) return 'unknown';
    publish(RuleSaved, rule);
    return rule.narrow === former?.narrow ? 'republished' : 'recovered';
  },
};

const RULES = readModel({
  aggregate: 'querying-policy',
  table: 'rule_copy',
  key: 'id',
  unknown: 'kept',
});

const OWNERS_TABLES = ['rule', 'aggregate_head', 'aggregate_event', 'outbox'];

/** An owner and its subscriber on one database, with direct delivery; the tests are the bus. */
describe('after its owner lost commits, a row', () => {
  const database = useStarted(() => serviceDatabase(undefined, MIGRATIONS));
  let processor: EventProcessor;
  let inbox: DirectInbox;
  let transactions: Transactions;
  const reconciliation = new Reconciliation([OWNED]);
  const overtaken: string[] = [];
  let id: string;
  /** Whether the subscriber can be reached. */
  let isReachable: boolean;

  const sql = <Row>(statement: string, values: unknown[] = []) =>
    database.dataSource.query<Row[]>(statement, values);

  beforeAll(async () => {
    await sql('create table rule (id text primary key, revision int, narrow boolean)');
    await sql(
      'create table rule_copy (id uuid primary key, revision bigint, event_id uuid, narrow boolean)',
    );
    const keep = keepNewest(RULES, 'revision', 'narrow');
    processor = new EventProcessor({
      dataSource: database.dataSource,
      consumer: 'product-query',
      handlers: new Map([
        [
          RuleSaved.type,
          { declaration: RuleSaved, handle: (rule, context) => keep(context, rule as Rule) },
        ],
      ]),
      logger: silent,
      onOvertaken: ({ key }) => overtaken.push(key),
    });
    inbox = new DirectInbox(database.dataSource, () => processor, false);
    transactions = new Transactions({
      dataSource: database.dataSource,
      source: 'policy',
      context: () => ({}),
      wake: () => undefined,
      deliver: new DeliveryUntilApplied(
        { deliver: (_service, events) => deliver(events) },
        reconciliation,
      ),
      sequence: eventSequence(),
    });
  });
  beforeEach(async () => {
    const tables = [...OWNERS_TABLES, 'rule_copy', 'inbox'];
    await sql(`truncate ${tables.join(', ')}`);
    overtaken.length = 0;
    isReachable = true;
    id = randomUUID();
    await transactions.run(async ({ manager, publish }) => {
      await manager.query('insert into rule values ($1, 1, false)', [id]);
      publish(RuleSaved, { id, revision: 1, narrow: false });
    });
  });

  async function deliver(events: readonly EventEnvelope[]): Promise<readonly ReadModelRow[]> {
    if (!isReachable) throw new Error('product-query cannot be reached');
    return inbox.deliver(events);
  }

  const change = (narrow: boolean) =>
    transactions.run(async ({ manager, publish }) => {
      const [[rule]] = await manager.query<[[Rule], number]>(
        'update rule set revision = revision + 1, narrow = $2 where id = $1 returning *',
        [id, narrow],
      );
      publish(RuleSaved, rule);
    });

  /** Commits a change that direct delivery does not reach. */
  const changeUndelivered = async (narrow: boolean) => {
    isReachable = false;
    await expect(change(narrow)).rejects.toThrow('has not applied it yet');
    isReachable = true;
  };

  /** Takes a snapshot of the owner's tables, and returns the function that restores it. */
  const snapshot = async () => {
    const rows = await Promise.all(
      OWNERS_TABLES.map(async (table) => [table, await sql(`select * from ${table}`)] as const),
    );
    return async () => {
      for (const [table, kept] of rows) {
        await sql(`delete from ${table}`);
        await sql(
          `insert into ${table} overriding system value
           select * from json_populate_recordset(null::${table}, $1)`,
          [JSON.stringify(kept)],
        );
      }
    };
  };

  const isNarrow = async () => {
    const [row] = await sql<{ narrow: boolean }>('select narrow from rule_copy where id = $1', [
      id,
    ]);
    return row?.narrow;
  };

  const compared = () =>
    comparisonOnOneDatabase(database.dataSource, RULES, {
      source: 'policy',
      transactions,
      reconciliation,
      events: [RuleSaved],
    });

  /** The events that wait to be published. */
  const outbox = async () =>
    (await sql<EnvelopeRow>('select * from outbox order by seq')).map(toEnvelope);

  const consume = (events: readonly EventEnvelope[]) =>
    processor.onBatch({
      topic: RuleSaved.topic,
      partition: 0,
      events: events.map((envelope, offset) => ({ offset: BigInt(offset), envelope })),
    });

  test('keeps a lost narrowing when the second later change reaches it before the first', async () => {
    const restore = await snapshot();
    await change(true);
    await restore();
    await changeUndelivered(false);
    await expect(change(false)).rejects.toThrow('recovered');
    expect(await isNarrow()).toBe(true);
    expect(await sql('select narrow from rule')).toEqual([{ narrow: true }]);
  });

  test('keeps a new narrowing when the bus delivers a lost event of a higher revision', async () => {
    const restore = await snapshot();
    for (const narrow of [false, false]) await changeUndelivered(narrow);
    const lost = (await outbox()).slice(-1);
    await restore();
    await change(true);
    await consume(lost);
    expect(await isNarrow()).toBe(true);
    expect(overtaken).toEqual([id]);
  });

  test('does not count a lost change as applied', async () => {
    const restore = await snapshot();
    await changeUndelivered(true);
    const events = (await outbox()).slice(-1);
    await restore();
    await change(false);
    await expect(transactions.deliver([['product-query', events]])).rejects.toThrow(
      'the change was lost',
    );
    expect(await isNarrow()).toBe(false);
  });

  test('without a loss, gets the state of its owner where it lacks earlier changes', async () => {
    await changeUndelivered(false);
    await change(true);
    expect(await isNarrow()).toBe(true);
    // The events that it lacked come by the bus, and change nothing.
    await consume(await outbox());
    expect(await isNarrow()).toBe(true);
    await change(false);
    expect(await isNarrow()).toBe(false);
  });

  test('that has merged changes of a lost history does not count as having a later change', async () => {
    const restore = await snapshot();
    await change(false);
    await restore();
    await changeUndelivered(true);
    const narrowing = (await outbox()).slice(-1);
    const row = await compared().kept.read('querying-policy', id);
    isReachable = false;
    // The owner merges the row, and cannot deliver the result.
    await expect(reconciliation.reconcile(transactions, row as ReadModelRow)).rejects.toThrow(
      'has not applied',
    );
    isReachable = true;
    await expect(transactions.deliver([['product-query', narrowing]])).rejects.toThrow('recovered');
    expect(await isNarrow()).toBe(true);
  });

  test('acknowledges no change that was committed before the merge of a lost one', async () => {
    const restore = await snapshot();
    await change(true);
    await restore();
    await changeUndelivered(false);
    const widening = (await outbox()).slice(-1);
    await expect(change(false)).rejects.toThrow('recovered');
    await expect(transactions.deliver([['product-query', widening]])).rejects.toThrow('recovered');
    expect(await isNarrow()).toBe(true);
    await change(false);
    expect(await isNarrow()).toBe(false);
  });

  test('with a lower revision than its owner is found by a comparison, and its narrowing recovered', async () => {
    const restore = await snapshot();
    await change(true);
    await restore();
    for (const narrow of [false, false]) await changeUndelivered(narrow);
    const { comparison } = compared();
    expect((await comparison.round())[0]?.differences).toEqual({ recovered: 1 });
    expect(await sql('select narrow from rule')).toEqual([{ narrow: true }]);
    expect((await comparison.round())[0]?.differences).toEqual({});
  });

  test('from before events were recorded follows the revision', async () => {
    await sql('update rule_copy set event_id = null');
    await changeUndelivered(false);
    await change(true);
    expect(await isNarrow()).toBe(true);
  });
});
