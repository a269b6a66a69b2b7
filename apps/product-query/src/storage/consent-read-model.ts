import type { ConsentState } from '@ndx/contracts';
import type { EventContext } from '@ndx/messaging';
import { readModel, isDirectlyNext, isNext, predecessorsOf } from '@ndx/replication';
import { withEnds, type ConsentEnd } from '../domain/consent/consent-ends.js';
import { reportOvertaken, type KnownRow } from './known-row.js';

export const consents = readModel({
  aggregate: 'consent',
  table: 'consent_copy',
  key: 'consent_id',
  state: 'c.state::jsonb',
  unknown: 'removed',
});

/** An end from its event. */
export interface AnnouncedEnd extends ConsentEnd {
  readonly consent_id: string;
  readonly revision: number;
}

/** Set apart from other users of advisory locks in the same database. */
const LOCK_SEED = 6_204_117;

const LOCK = `select pg_advisory_xact_lock(hashtextextended($1::text, ${LOCK_SEED}))`;

const EVENT = { revision: '$2', predecessors: '$3' };

const ENDS = `
select ended, revision, event_id, ended_at, ${isNext('e', EVENT)} as "isNext"
from consent_end e where consent_id = $1
order by revision desc`;

const ROW = `
select revision, event_id, state, ${isNext('c', EVENT)} as "isNext",
  ${isDirectlyNext('c', EVENT)} as "isDirectlyNext"
from consent_copy c where consent_id = $1`;

/** An end may be published again with a later revision. */
const ADD_END = `
insert into consent_end (consent_id, ended, revision, event_id, ended_at) values ($1, $2, $3, $4, $5)
on conflict (consent_id, ended) do update
set revision = excluded.revision, event_id = excluded.event_id
where consent_end.revision < excluded.revision`;

/** `revision` and `event_id` are of the newest event, which every earlier change precedes. */
const KEEP_STATE = `
insert into consent_copy (consent_id, revision, event_id, match_hashes, state)
values ($1, $2, $3, $4, $5)
on conflict (consent_id) do update set
  revision = excluded.revision,
  event_id = excluded.event_id,
  match_hashes = excluded.match_hashes,
  state = excluded.state`;

const APPLY_END = `
update consent_copy set state = $2, revision = $3, event_id = $4 where consent_id = $1`;

/** `isNext`: whether its event precedes the delivered one. */
interface Known extends KnownRow {
  readonly isNext: boolean;
}

interface End extends ConsentEnd, Known {}

interface Row extends Known {
  readonly isDirectlyNext: boolean;
  readonly state: ConsentState;
}

/** Stores the next state of a consent; known ends stay applied. */
export async function keepState(context: EventContext, consent: ConsentState): Promise<void> {
  const { manager, envelope } = context;
  const { consent_id: id, revision } = consent;
  const { row, ends } = await lockedRow(context, revision);
  const known = row ?? ends[0];
  const isApplied = row === undefined || row.isNext;
  const state = withEnds(consent, ends);
  if (isApplied) {
    await manager.query(KEEP_STATE, [
      ...[id, revision, envelope.id, consent.match_hashes, JSON.stringify(state)],
    ]);
  }
  await reportOvertaken(context, consents.aggregate, {
    known: known && { ...known, state: row?.state ?? state },
    isApplied,
  });
}

/**
 * Stores an end, and applies it to any known state. It is the newest event of the row only if it
 * is the next one: then the row has every change before it.
 */
export async function keepEnd(context: EventContext, end: AnnouncedEnd): Promise<void> {
  const { manager, envelope } = context;
  const { consent_id: id, ended, revision, ended_at } = end;
  const { row, ends } = await lockedRow(context, revision);
  await manager.query(ADD_END, [id, ended, revision, envelope.id, ended_at]);
  const known = row ?? ends[0];
  if (row) {
    const newest = row.isDirectlyNext ? { revision, event_id: envelope.id } : row;
    const state = JSON.stringify(withEnds(row.state, [end]));
    await manager.query(APPLY_END, [id, state, newest.revision, newest.event_id]);
  }
  const revoked_at = ends.find((each) => each.ended === 'consent')?.ended_at;
  await reportOvertaken(context, consents.aggregate, {
    known: known && { ...known, state: row?.state ?? { revoked_at } },
    isApplied: true,
  });
}

/**
 * The known state and ends of a consent, newest end first. The lock is held until the end of the
 * transaction, so the second of two concurrent events sees the first.
 */
async function lockedRow(
  { manager, envelope }: EventContext,
  revision: number,
): Promise<{ readonly row: Row | undefined; readonly ends: readonly End[] }> {
  const { subject: id } = envelope;
  await manager.query(LOCK, [id]);
  const event = [id, revision, predecessorsOf(envelope)];
  const ends = await manager.query<(Omit<End, 'ended_at'> & { ended_at: Date })[]>(ENDS, event);
  const [row] = await manager.query<(Omit<Row, 'state'> & { state: string })[]>(ROW, event);
  return {
    row: row && { ...row, state: JSON.parse(row.state) as ConsentState },
    ends: ends.map((end) => ({ ...end, ended_at: end.ended_at.toISOString() })),
  };
}
