import type { QueryEvent } from '@ndx/contracts';

const MEMBERS = [
  'query_event_id',
  'querying_entity_id',
  'network_ids',
  'product_slug',
  'kind',
  'outcome',
  'billable',
  'subject_id',
  'consent_id',
  'request_id',
] as const;

/** The columns of a query event from which it is read, besides its payload (decision 0145). */
export const EVENT_COLUMNS = MEMBERS.join(', ');

export type EventColumns = Pick<QueryEvent, (typeof MEMBERS)[number]>;

type Policy = Pick<QueryEvent, 'policy_id' | 'policy_version'>;

/** Of each network, in the order of `network_ids`. */
type Policies = readonly (readonly [Policy['policy_id'], Policy['policy_version']])[];

type Stored = Omit<QueryEvent, keyof EventColumns | keyof Policy | 'networks'> & {
  readonly policies: Policies;
};

const ELSEWHERE = new Set<string>([...MEMBERS, 'policy_id', 'policy_version', 'networks']);

/** The payload of an event: the members without a column, and the policies that applied. */
export function payloadOf(event: QueryEvent): string {
  const others = Object.entries(event).filter(([name]) => !ELSEWHERE.has(name));
  const policies: Policies = event.networks.map((applied) => [
    applied.policy_id,
    applied.policy_version,
  ]);
  return JSON.stringify({ ...Object.fromEntries(others), policies });
}

/** The event of a row. */
export function eventOf(row: EventColumns & { readonly payload: string }): QueryEvent {
  const stored = JSON.parse(row.payload) as Stored | (QueryEvent & { readonly policies?: never });
  // An event that was stored before has each member in its payload.
  if (!stored.policies) return stored;
  const { policies, ...others } = stored;
  const [policy_id, policy_version] = policies[0] ?? [null, null];
  return {
    query_event_id: row.query_event_id,
    querying_entity_id: row.querying_entity_id,
    network_ids: row.network_ids,
    product_slug: row.product_slug,
    kind: row.kind,
    outcome: row.outcome,
    billable: row.billable,
    subject_id: row.subject_id,
    consent_id: row.consent_id,
    request_id: row.request_id,
    policy_id,
    policy_version,
    networks: row.network_ids.map((network_id, place) => {
      const [id, version] = policies[place] ?? [null, null];
      return { network_id, policy_id: id, policy_version: version };
    }),
    ...others,
  };
}
