import type { Aggregate } from '@ndx/contracts';
import type { ReadModelRow } from '@ndx/messaging';
import { columnsOf, rowsOfParameters } from '@ndx/postgres';
import type { EntityManager } from 'typeorm';

/** The last committed event of an aggregate. */
export interface AggregateHead {
  readonly aggregate: Aggregate;
  readonly key: string;
  readonly revision: number;
  readonly event_id: string;
}

/**
 * An event of an aggregate whose changes are delivered directly. One of a lost history has the
 * negated revision of the event that merged its changes, so it precedes every event of the owner.
 */
export type AggregateEvent = AggregateHead;

const ROW = { aggregate: 'text', key: 'text', revision: 'bigint', event_id: 'uuid' } as const;

/**
 * Returns the heads of the events as they were before: a statement does not see its own writes. A
 * process of an earlier release does not record the events of its heads.
 */
const WRITE = `
with head as (${rowsOfParameters(ROW)}), event as (${rowsOfParameters(ROW, 5)}), former as (
  select aggregate, key, revision, event_id from aggregate_head
  where (aggregate, key) in (select aggregate, key from event)
), written as (
  insert into aggregate_head (aggregate, key, revision, event_id) table head
  on conflict (aggregate, key) do update
  set revision = excluded.revision, event_id = excluded.event_id
), added as (
  insert into aggregate_event (aggregate, key, revision, event_id)
  table event union all table former
  on conflict do nothing
)
select aggregate, key, event_id from former`;

/**
 * Written in the transaction that commits the events, under the locks of their keys; the last event
 * of a key wins.
 * @param events recorded one by one
 * @returns the ids of their former heads, by `headName`
 */
export async function writeHeads(
  manager: EntityManager,
  heads: readonly AggregateHead[],
  events: readonly AggregateEvent[],
): Promise<ReadonlyMap<string, string>> {
  const last = new Map(heads.map((head) => [headName(head), head]));
  if (last.size === 0) return new Map();
  const rows = [...last.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, head]) => head);
  const former = await manager.query<Pick<AggregateHead, 'aggregate' | 'key' | 'event_id'>[]>(
    WRITE,
    [...parameters(rows), ...parameters(events)],
  );
  return new Map(former.map((head) => [headName(head), head.event_id]));
}

export function headName({ aggregate, key }: Pick<AggregateHead, 'aggregate' | 'key'>): string {
  return `${aggregate} ${key}`;
}

function parameters(events: readonly AggregateEvent[]) {
  const rows = events.map(({ aggregate, key, revision, event_id }) => [
    ...[aggregate, key, String(revision), event_id],
  ]);
  return rows.length > 0 ? columnsOf(rows) : Object.keys(ROW).map(() => '{}');
}

const READ = `
select h.revision::float8 as revision, h.event_id,
  (select revision::float8 from aggregate_event e
   where (e.aggregate, e.key, e.event_id) = ($1, $2, $3::uuid)) as replicated,
  (select revision::float8 from aggregate_event e
   where (e.aggregate, e.key, e.event_id) = ($1, $2, $4::uuid)) as refused,
  (select min(revision)::float8 from aggregate_event e
   where e.aggregate = $1 and e.key = $2 and revision > 0) as oldest,
  (select -min(revision)::float8 from aggregate_event e
   where e.aggregate = $1 and e.key = $2 and revision < 0) as merged
from aggregate_head h where h.aggregate = $1 and h.key = $2`;

/** The owner's last event of an aggregate, and its knowledge of the events of a report. */
export interface KnownEvents extends Pick<AggregateHead, 'revision' | 'event_id'> {
  /**
   * The revision of the row's newest event: null: not the owner's; 0 or less: of a lost history,
   * merged.
   */
  readonly replicated: number | null;
  /** The revision of the rejected event; null: not the owner's. */
  readonly refused: number | null;
  /** The first revision that is known; null: no events are known of this aggregate. */
  readonly oldest: number | null;
  /** The revision of the last event that merged a lost history; null: none did. */
  readonly merged: number | null;
}

/** Undefined when nothing was published since heads exist. */
export async function readKnownEvents(
  manager: EntityManager,
  row: Pick<ReadModelRow, 'aggregate' | 'key' | 'event_id' | 'refused_event_id'>,
): Promise<KnownEvents | undefined> {
  const { aggregate, key, event_id, refused_event_id } = row;
  const values = [aggregate, key, event_id, refused_event_id];
  const [known] = await manager.query<KnownEvents[]>(READ, values);
  return known;
}

/**
 * Whether a lost history was merged after the rejected event was committed: the merge may have
 * replaced its change, and a later event of the row does not show that it still applies.
 */
export function precedesMerge(known: KnownEvents | undefined): boolean {
  const { refused = null, merged = null } = known ?? {};
  return refused !== null && merged !== null && refused < merged;
}

/**
 * Compares a row with the owner's events of its aggregate. `same`: it has the rejected event or a
 * later one; without a rejected event, the last one. `behind`: it lacks events. `ahead`: its newest
 * event comes from a lost history. `lost`: the rejected event does.
 */
export type Comparison = 'same' | 'behind' | 'ahead' | 'lost';

export function compareWithOwner(
  row: Pick<ReadModelRow, 'revision' | 'event_id' | 'refused_event_id'>,
  known: KnownEvents | undefined,
): Comparison {
  if (known === undefined) return 'ahead';
  if (row.refused_event_id !== null && known.refused === null && known.oldest !== null) {
    return 'lost';
  }
  if (row.event_id === known.event_id) return 'same';
  if (known.replicated !== null) {
    return known.refused !== null && known.replicated >= known.refused ? 'same' : 'behind';
  }
  // The row, or its newest event, is older than the record of events.
  const isUnknown = row.event_id === null || known.oldest === null || row.revision < known.oldest;
  return isUnknown && row.revision < known.revision ? 'behind' : 'ahead';
}
