import type { ConsentKind, StatefulServiceName } from '@ndx/contracts';

/** The rows of a kind of request: one for each executed request. */
interface Trace {
  readonly service: StatefulServiceName;
  /** Selects the ids of all rows, as `id`. */
  readonly rows: string;
}

const QUERY_EVENTS = 'select query_event_id as id from query_event';

const recordsOf = (dataset: string, id: string) =>
  `select ${id} as id from furnished_record r join submission s on s.id = r.submission_id
   where s.dataset = '${dataset}'`;

const consentsOf = (kind: ConsentKind) => `select id from consent where kind = '${kind}'`;

/** The kinds of requests that write or bill, and their rows. */
export const KINDS = {
  furnish: { service: 'furnishing', rows: recordsOf('kyb_certificate', 'r.id') },
  // Its response has no record id, so the submission's unique consumer identifies it.
  template_furnish: {
    service: 'furnishing',
    rows: recordsOf('total_consumer_assets', "r.models #>> '{total_consumer_assets,asset_type}'"),
  },
  consent: { service: 'consent', rows: consentsOf('business') },
  consumer_consent: { service: 'consent', rows: consentsOf('consumer') },
  attestation: { service: 'attestation', rows: 'select id from attestation' },
  policy: { service: 'policy', rows: 'select id from querying_policy' },
  query: {
    service: 'product-query',
    rows: `${QUERY_EVENTS} where kind = 'product'`,
  },
  template_query: {
    service: 'product-query',
    rows: `${QUERY_EVENTS} where kind = 'template'`,
  },
} as const satisfies Record<string, Trace>;

export type Kind = keyof typeof KINDS;

export const ALL_KINDS = Object.keys(KINDS) as readonly Kind[];

/** The billed kinds: the `X-Ref-Id` of their response names a query event. */
export const BILLED: readonly Kind[] = ['query', 'template_query'];
