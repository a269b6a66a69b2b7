import type { ConsentState } from '@ndx/contracts';
import { copyTable, type EventContext } from '@ndx/messaging';
import type { EntityManager } from 'typeorm';
import { withEnds, type ConsentEnd } from '../domain/consent-ends.js';
import { eventOfState, reportStanding, type KnownCopy } from './known-copy.js';

export const consents = copyTable({
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

const ENDS = `
select ended, revision, event_id, ended_at from consent_end where consent_id = $1
order by revision desc`;

const COPY = `
select revision, coalesce(state_revision, revision) as state_revision, event_id, state
from consent_copy where consent_id = $1`;

/** An end may be published again with a later revision. */
const ADD_END = `
insert into consent_end (consent_id, ended, revision, event_id, ended_at) values ($1, $2, $3, $4, $5)
on conflict (consent_id, ended) do update
set revision = excluded.revision, event_id = excluded.event_id
where consent_end.revision < excluded.revision`;

/** `revision` and `event_id` are of the newest event, `state_revision` of the newest with a state. */
const KEEP_STATE = `
insert into consent_copy (consent_id, revision, event_id, state_revision, match_hashes, state)
values ($1, $2, $3, $4, $5, $6)
on conflict (consent_id) do update set
  revision = excluded.revision,
  event_id = excluded.event_id,
  state_revision = excluded.state_revision,
  match_hashes = excluded.match_hashes,
  state = excluded.state`;

const APPLY_END = `
update consent_copy set state = $2, revision = $3, event_id = $4, state_revision = $5
where consent_id = $1`;

interface End extends ConsentEnd, KnownCopy {}

interface Copy extends KnownCopy {
  readonly state_revision: number;
  readonly state: ConsentState;
}

/** Stores the newest state of a consent; known ends stay applied. */
export async function keepState(context: EventContext, consent: ConsentState): Promise<void> {
  const { manager, envelope } = context;
  const { consent_id: id, revision } = consent;
  const { copy, ends } = await lockedCopy(manager, id);
  const known = copy ?? ends[0];
  const isApplied = copy === undefined || copy.state_revision < revision;
  const state = withEnds(consent, ends);
  if (isApplied) {
    const newest = newestOf(known, { revision, event_id: envelope.id });
    await manager.query(KEEP_STATE, [
      ...[id, newest.revision, newest.event_id, revision],
      ...[consent.match_hashes, JSON.stringify(state)],
    ]);
  }
  await reportStanding(context, consents.aggregate, {
    known: known && { ...known, ...eventOfState(copy, isApplied), state: copy?.state ?? state },
    revision,
    isApplied,
  });
}

/** Stores an end, and applies it to a known state, whatever revision the copy has. */
export async function keepEnd(context: EventContext, end: AnnouncedEnd): Promise<void> {
  const { manager, envelope } = context;
  const { consent_id: id, ended, revision, ended_at } = end;
  const { copy, ends } = await lockedCopy(manager, id);
  await manager.query(ADD_END, [id, ended, revision, envelope.id, ended_at]);
  const known = copy ?? ends[0];
  if (copy) {
    const newest = newestOf(copy, { revision, event_id: envelope.id });
    const state = JSON.stringify(withEnds(copy.state, [end]));
    await manager.query(APPLY_END, [
      ...[id, state, newest.revision, newest.event_id, copy.state_revision],
    ]);
  }
  const revoked_at = ends.find((each) => each.ended === 'consent')?.ended_at;
  await reportStanding(context, consents.aggregate, {
    known: known && { ...known, state: copy?.state ?? { revoked_at } },
    revision,
    isApplied: true,
  });
}

/**
 * The known state and ends of a consent, newest end first. The lock is held until the end of the
 * transaction, so the second of two concurrent events sees the first.
 */
async function lockedCopy(
  manager: EntityManager,
  id: string,
): Promise<{ readonly copy: Copy | undefined; readonly ends: readonly End[] }> {
  await manager.query(LOCK, [id]);
  const ends = await manager.query<(Omit<End, 'ended_at'> & { ended_at: Date })[]>(ENDS, [id]);
  const [copy] = await manager.query<(Omit<Copy, 'state'> & { state: string })[]>(COPY, [id]);
  return {
    copy: copy && { ...copy, state: JSON.parse(copy.state) as ConsentState },
    ends: ends.map((end) => ({ ...end, ended_at: end.ended_at.toISOString() })),
  };
}

function newestOf(known: KnownCopy | undefined, event: KnownCopy): KnownCopy {
  return known && known.revision >= event.revision ? known : event;
}
