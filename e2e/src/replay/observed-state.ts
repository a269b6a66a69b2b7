import type { ModelState } from '@ndx/formal';
import type { PairOfServices } from './pair-of-services.js';
import type { ReplayedAggregate } from './replayed-aggregate.js';

const OWNERS_EVENTS = `
select (select event_id from aggregate_head where key = $1) as head,
  array(select id from outbox where key = $1 order by seq) as outbox,
  (select coalesce(jsonb_object_agg(event_id, revision), '{}')
   from aggregate_event where key = $1) as history`;

const SUBSCRIBERS_EVENTS = `
select array(select event_id from inbox where event_id = any($2::uuid[]) order by 1) as inbox,
  exists(select from parked_key where key = $1) as "isParked",
  array(select event_id from dead_letter where key = $1 order by seq) as letters`;

interface OwnersEvents {
  readonly head: string | null;
  readonly outbox: readonly string[];
  readonly history: Readonly<Record<string, number>>;
}

interface SubscribersEvents {
  readonly inbox: readonly string[];
  readonly isParked: boolean;
  readonly letters: readonly string[];
}

/** What the databases have of an aggregate and its row, and what a query is answered. */
export async function observedState(
  services: PairOfServices,
  replayed: ReplayedAggregate,
  events: ReadonlyMap<number, string>,
) {
  const { owner, productQuery } = services;
  const [sent] = await owner.sql<OwnersEvents & Record<string, unknown>>(OWNERS_EVENTS, [
    replayed.id,
  ]);
  const [received] = await productQuery.sql<SubscribersEvents & Record<string, unknown>>(
    SUBSCRIBERS_EVENTS,
    [replayed.id, [...events.values()]],
  );
  return {
    owner: { ...(await replayed.ownersState()), ...sent },
    row: { ...(await replayed.rowsState()), ...received },
    query: (await services.isConfirmed()) ? await replayed.query() : UNANSWERED,
  };
}

export type ObservedState = Awaited<ReturnType<typeof observedState>>;

/** A query would wait for five seconds, and then be a 500. */
const UNANSWERED = 'waits for the confirmation';

/** The model's number in place of an event that does not exist. */
export const NONE = 0;

/** The state of the model in the same form. */
export function expectedState(
  { owner, row, incarnation }: ModelState,
  replayed: ReplayedAggregate,
  events: ReadonlyMap<number, string>,
): ObservedState {
  const real = (id: number) => events.get(id) ?? `event ${id}`;
  const newest = (id: number) => (id === NONE ? null : real(id));
  const exists = (id: number) => id !== NONE;
  const history = owner.history.filter(([id]) => exists(id));
  return {
    owner: {
      ...restrictionsOf(owner),
      head: newest(owner.head),
      outbox: owner.outbox.map(({ id }) => real(id)),
      history: Object.fromEntries(history.map(([id, revision]) => [real(id), revision])),
    },
    row: {
      ...restrictionsOf(row),
      event: newest(row.event),
      inbox: row.inbox.filter(exists).map(real).toSorted(),
      isParked: row.isParked,
      letters: row.letters.map(({ id }) => real(id)),
    },
    query: row.confirmed.consent === incarnation ? replayed.statusIn(row) : UNANSWERED,
  };
}

function restrictionsOf({
  revision,
  narrow,
  closedAt,
  revoked,
}: ModelState['owner'] | ModelState['row']) {
  return { revision, narrow, closed: closedAt > 0, revoked };
}
