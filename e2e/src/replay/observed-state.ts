import type { ConsentState } from '@ndx/contracts';
import type { ModelState } from '@ndx/formal';
import { isConfirmed, type PairOfServices } from './pair-of-services.js';
import { NARROW, type ReplayedConsent } from './replayed-consent.js';

const OWNER = `
select c.revision, h.event_id as head, c.scope, c.grants, c.revoked_at is not null as revoked,
  array(select id from outbox where key = c.id::text order by seq) as outbox,
  (select jsonb_object_agg(event_id, revision) from aggregate_event where key = c.id::text) as history
from consent c join aggregate_head h on h.key = c.id::text where c.id::text = $1`;

const ROW = `
select revision, event_id, state,
  array(select event_id from inbox where event_id = any($2::uuid[])) as inbox,
  exists(select from parked_key where key = $1) as is_parked,
  array(select event_id from dead_letter where key = $1 order by seq) as letters
from consent_copy where consent_id::text = $1`;

interface OwnerRow {
  readonly revision: number;
  readonly head: string;
  readonly scope: string;
  readonly grants: readonly { readonly effective_to: string | null }[];
  readonly revoked: boolean;
  readonly outbox: readonly string[];
  readonly history: Readonly<Record<string, number>>;
}

interface ReadModelOfConsent {
  readonly revision: number;
  readonly event_id: string;
  readonly state: string;
  readonly inbox: readonly string[];
  readonly is_parked: boolean;
  readonly letters: readonly string[];
}

/** What the databases have of a consent and its row, and what a query is answered. */
export async function observedState(
  { consent, productQuery }: PairOfServices,
  replayed: ReplayedConsent,
  events: ReadonlyMap<number, string>,
) {
  const [owner] = await consent.sql<OwnerRow & Record<string, unknown>>(OWNER, [replayed.id]);
  const [row] = await productQuery.sql<ReadModelOfConsent & Record<string, unknown>>(ROW, [
    replayed.id,
    [...events.values()],
  ]);
  if (!owner || !row) throw new Error('the consent or its row is missing');
  const state = JSON.parse(row.state) as ConsentState;
  return {
    owner: {
      revision: owner.revision,
      head: owner.head,
      narrow: owner.scope === NARROW,
      closed: owner.grants.some(({ effective_to }) => effective_to !== null),
      revoked: owner.revoked,
      outbox: owner.outbox,
      history: owner.history,
    },
    row: {
      revision: row.revision,
      event: row.event_id,
      narrow: state.scope === NARROW,
      closed: state.field_access_grants.some(({ effective_to }) => effective_to !== null),
      revoked: state.revoked_at !== null,
      inbox: row.inbox.toSorted(),
      isParked: row.is_parked,
      letters: row.letters,
    },
    query: (await isConfirmed(productQuery)) ? await replayed.query() : UNANSWERED,
  };
}

/** A query would wait for five seconds, and then be a 500. */
const UNANSWERED = 'waits for the confirmation';

export type ObservedState = Awaited<ReturnType<typeof observedState>>;

/** What a state of the model says of the same. */
export function expectedState(
  { owner, row, incarnation }: ModelState,
  events: ReadonlyMap<number, string>,
): ObservedState {
  const real = (id: number) => events.get(id) ?? `event ${id}`;
  const closed = row.closedAt > 0;
  const answer = row.revoked || row.narrow ? 403 : closed ? 204 : 200;
  return {
    owner: {
      revision: owner.revision,
      head: real(owner.head),
      narrow: owner.narrow,
      closed: owner.closedAt > 0,
      revoked: owner.revoked,
      outbox: owner.outbox.map(({ id }) => real(id)),
      history: Object.fromEntries(owner.history.map(([id, revision]) => [real(id), revision])),
    },
    row: {
      revision: row.revision,
      event: real(row.event),
      narrow: row.narrow,
      closed,
      revoked: row.revoked,
      inbox: row.inbox.map(real).toSorted(),
      isParked: row.isParked,
      letters: row.letters.map(({ id }) => real(id)),
    },
    query: row.confirmed.consent === incarnation ? answer : UNANSWERED,
  };
}
