import {
  DisputeChanged,
  MembershipChanged,
  RecordEnded,
  RecordFurnished,
  type PayloadOf,
  type Principal,
} from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import fc, { type Arbitrary } from 'fast-check';
import {
  FIELDS,
  FURNISHERS,
  MODEL,
  PERFORMED_AT,
  PLACES,
  VERIFICATION,
  type Verification,
} from './denied-kyb.js';
import { furnisherId, NETWORK, subjectIds } from './denied-kyb-service.js';
import { untilReviewed } from './notices.js';
import type { QueryService } from './query-service.js';
import type { Received } from './receivers.js';
import { withoutMinted, type Asked, type Ids, type Meanwhile } from './twin-services.js';
import { aDispute, theEndOf } from './world.js';

const DAY = 86_400_000;

/** A change of the data about the queried business, which either world may lack the record of. */
export type Change = { readonly furnisher: number } & (
  | { readonly kind: 'furnish'; readonly verification: Verification }
  | { readonly kind: 'withdraw'; readonly turn: number }
  | { readonly kind: 'dispute'; readonly turn: number; readonly field: string | null }
  | { readonly kind: 'leave' }
);

const BY = { furnisher: fc.constantFrom(...FURNISHERS), turn: fc.nat(1) };

const NO_DISPUTE: Arbitrary<Change> = fc.oneof(
  fc.record({ ...BY, kind: fc.constant('furnish' as const), verification: VERIFICATION }),
  fc.record({ ...BY, kind: fc.constant('withdraw' as const) }),
  fc.record({ ...BY, kind: fc.constant('leave' as const) }),
);

const DISPUTE: Arbitrary<Change> = fc.record({
  ...{ ...BY, kind: fc.constant('dispute' as const) },
  field: fc.constantFrom(null, ...FIELDS),
});

/** Mostly disputes: a query shows none of a hidden field. */
export const CHANGES: Arbitrary<readonly Change[]> = fc.array(
  fc.oneof({ weight: 2, arbitrary: NO_DISPUTE }, { weight: 3, arbitrary: DISPUTE }),
  { minLength: 2, maxLength: 3 },
);

/** What an institution learns after changes: by the same query, by explanations, by its notices. */
const NOTICES = 'notices ';

export const isOfNotices = (text: string) => text.startsWith(NOTICES);

/** Applies changes, each followed by the query; then reads explanations and notices. */
export function changing(
  ids: Ids,
  changes: readonly Change[],
  query: Asked,
  reader: Principal,
  receivedBy: (service: QueryService) => readonly Received[],
): Meanwhile {
  return async (service, ask, lastQuery) => {
    const startedAt = Date.now();
    const queries = [lastQuery()];
    const answers: string[] = [];
    for (const [place, change] of changes.entries()) {
      await apply(service, ids, change, place);
      await untilReviewed(service);
      answers.push(await ask(query));
      queries.push(lastQuery());
    }
    const explanations: string[] = [];
    for (const id of queries) {
      const path = `/v1/query-events/${id}/explanation`;
      explanations.push(await ask({ method: 'GET', path }));
    }
    const { body } = await service.call(reader, 'GET', '/v1/notices?limit=100');
    const listed = body['data'] as readonly ShownNotice[];
    const sent = await eventually(() => {
      const received = receivedBy(service).map(({ body: text }) => JSON.parse(text) as Webhook);
      if (received.length < listed.length) throw new Error(`${received.length} have arrived`);
      return received;
    });
    const said = (notice: ShownNotice) => textOf(notice, startedAt);
    const perQuery = queries.map((id) => ({
      listed: listed.filter((one) => one.query_event_id === id).map(said),
      sent: sent
        .filter(({ data }) => data.query_event_id === id)
        .map(({ type, data }) => [type, said(data)]),
    }));
    return [...answers, ...explanations, NOTICES + JSON.stringify(perQuery)].map((text) =>
      text.replaceAll(/opened_at\\":\\"[^"\\]+/g, 'opened_at'),
    );
  };
}

interface ShownNotice {
  readonly query_event_id: string;
  readonly since: string;
}

interface Webhook {
  readonly type: string;
  readonly data: ShownNotice;
}

/** Without what each notice has of its own; of a time within the test only that it is. */
function textOf(notice: ShownNotice, startedAt: number): string {
  const since = Date.parse(notice.since) >= startedAt - DAY ? 'now' : notice.since;
  return withoutMinted(JSON.stringify({ ...notice, since, created_at: null }));
}

async function apply(service: QueryService, ids: Ids, change: Change, place: number) {
  const { kind, furnisher } = change;
  const furnishing_entity_id = furnisherId(ids, furnisher);
  const network_id = ids(NETWORK);
  const of = { network_id, subject_id: ids(subjectIds.here), furnishing_entity_id };
  const known = (turn: number) => ids(100 + 2 * furnisher * PLACES.length + turn);
  switch (kind) {
    case 'furnish':
      await service.deliver(RecordFurnished, {
        ...{ ...of, record_id: ids(200 + place), ...furnished(change.verification) },
      });
      break;
    case 'withdraw':
      await service.deliver(RecordEnded, theEndOf({ ...of, record_id: known(change.turn) }));
      break;
    case 'dispute': {
      const dispute = aDispute(
        { ...of, record_id: known(change.turn) },
        {
          ...{ dispute_id: ids(300 + place), field_name: change.field },
          ...{ acknowledge_by: '2099-01-01T00:00:00.000Z', decide_by: '2099-01-01T00:00:00.000Z' },
        },
      );
      await service.deliver(DisputeChanged, dispute);
      break;
    }
    case 'leave': {
      const entity_id = furnishing_entity_id;
      await service.deliver(MembershipChanged, {
        ...{ network_id, entity_id, revision: place + 1, roles: [] },
      });
    }
  }
}

function furnished({ performedDaysAgo, values }: Verification) {
  const daysAgo = (days: number) => new Date(FURNISHED_AT - days * DAY).toISOString();
  const performed = performedDaysAgo === null ? null : daysAgo(performedDaysAgo);
  return {
    dataset: 'kyb_certificate',
    subject_type: 'business',
    furnished_at: daysAgo(0),
    stated_business: null,
    models: { [MODEL]: { assertions: { [PERFORMED_AT]: performed }, data: values } },
  } satisfies Partial<PayloadOf<typeof RecordFurnished>>;
}

/** The same in both worlds, and after every record of `make`. */
const FURNISHED_AT = Date.now();
