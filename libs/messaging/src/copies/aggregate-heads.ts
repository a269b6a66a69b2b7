import type { Aggregate } from '@ndx/contracts';
import type { EntityManager } from 'typeorm';
import type { StandingCopy } from './standing-copy.js';

/** The last committed event of an aggregate. */
export interface AggregateHead {
  readonly aggregate: Aggregate;
  readonly key: string;
  readonly revision: number;
  readonly event_id: string;
}

const WRITE = `
insert into aggregate_head (aggregate, key, revision, event_id)
select * from unnest($1::text[], $2::text[], $3::bigint[], $4::uuid[])
on conflict (aggregate, key) do update set revision = excluded.revision, event_id = excluded.event_id`;

/**
 * Written in the transaction that commits the events, under the locks of their keys; the last event
 * of a key wins.
 */
export async function writeHeads(
  manager: EntityManager,
  heads: readonly AggregateHead[],
): Promise<void> {
  const last = new Map(heads.map((head) => [`${head.aggregate} ${head.key}`, head]));
  if (last.size === 0) return;
  const rows = [...last.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, head]) => head);
  await manager.query(WRITE, [
    rows.map(({ aggregate }) => aggregate),
    rows.map(({ key }) => key),
    rows.map(({ revision }) => revision),
    rows.map(({ event_id }) => event_id),
  ]);
}

const READ = `
select revision::float8 as revision, event_id from aggregate_head where aggregate = $1 and key = $2`;

/** Undefined when nothing was published since heads exist. */
export async function readHead(
  manager: EntityManager,
  { aggregate, key }: Pick<StandingCopy, 'aggregate' | 'key'>,
): Promise<Pick<AggregateHead, 'revision' | 'event_id'> | undefined> {
  const [head] = await manager.query<Pick<AggregateHead, 'revision' | 'event_id'>[]>(READ, [
    aggregate,
    key,
  ]);
  return head;
}

/** Compares a copy with the owner's last event of its aggregate. */
export type Standing = 'same' | 'behind' | 'ahead';

/** A copy at the owner's revision, but from another event, comes from a lost history. */
export function standingOf(
  copy: Pick<StandingCopy, 'revision' | 'event_id'>,
  head: Pick<AggregateHead, 'revision' | 'event_id'> | undefined,
): Standing {
  if (head === undefined) return 'ahead';
  if (copy.event_id === head.event_id) return 'same';
  return copy.revision < head.revision ? 'behind' : 'ahead';
}
