import {
  newId,
  type MembershipRole,
  type NoResultReason,
  type Principal,
  type QueryEvent,
} from '@ndx/contracts';
import { member } from '@ndx/service/testing';
import { expect } from '@jest/globals';
import type { QueryService } from './query-service.js';

/** A principal who also reads query events and certificates. */
export const reading = (principal: Principal): Principal => ({
  ...principal,
  permissions: ['billing:read', 'product:query'],
});

/** A member of the networks, which governs some of them. */
export function governorOf(governed: readonly string[], networkIds: readonly string[]): Principal {
  return {
    ...member(newId(), 'governor'),
    memberships: networkIds.map((network_id) => {
      const roles: MembershipRole[] = [governed.includes(network_id) ? 'governor' : 'querier'];
      return { network_id, roles, country: 'US' };
    }),
  };
}

/** An event without a decision, in the members that the feed and the counts read. */
export function anEvent(
  networkIds: readonly string[],
  queryingEntityId: string,
  at: Date,
  change: Partial<QueryEvent> = {},
): Partial<QueryEvent> & Pick<QueryEvent, 'query_event_id'> {
  return {
    query_event_id: newId(),
    product_slug: 'kyb_certificate',
    kind: 'product',
    network_ids: [...networkIds],
    querying_entity_id: queryingEntityId,
    furnishing_entity_ids: [],
    outcome: 'issued',
    billable: true,
    occurred_at: at.toISOString(),
    ...change,
  };
}

export async function storeEvents(
  service: QueryService,
  events: readonly (Partial<QueryEvent> & { readonly reason?: NoResultReason | null })[],
): Promise<void> {
  await service.sql(
    `with texts as (
       insert into query_text (occurred_at, query_event_id, payload)
       select (event->>'occurred_at')::timestamptz, (event->>'query_event_id')::uuid,
         (event - 'reason')::text
       from jsonb_array_elements($1::jsonb) as event
     )
     insert into query_event (query_event_id, querying_entity_id, network_ids, occurred_at,
       product_slug, kind, outcome, billable, subject_id, consent_id, policy_ids, request_id,
       reason)
     select (event->>'query_event_id')::uuid, (event->>'querying_entity_id')::uuid,
            array(select jsonb_array_elements_text(event->'network_ids')::uuid),
            (event->>'occurred_at')::timestamptz,
            event->>'product_slug', event->>'kind', event->>'outcome',
            (event->>'billable')::boolean, (event->>'subject_id')::uuid,
            (event->>'consent_id')::uuid,
            array(select (network->>'policy_id')::uuid
                  from jsonb_array_elements(event->'networks') as network),
            coalesce(event->>'request_id', ''), event->>'reason'
     from jsonb_array_elements($1::jsonb) as event`,
    [JSON.stringify(events)],
  );
}

interface Page {
  readonly data: readonly unknown[];
}

/** The pages of a list with items, read to its end. */
export async function pagesOf(
  service: QueryService,
  reader: Principal,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let cursor: string | undefined; ;) {
    const search = new URLSearchParams({ ...query, ...(cursor !== undefined && { cursor }) });
    const response = await service.send(reader, 'GET', `${path}?${search.toString()}`);
    expect(response.status).toBe(200);
    const page = (await response.json()) as Page & { readonly next_cursor: string };
    if (page.data.length === 0) return pages;
    pages.push(page);
    cursor = page.next_cursor;
  }
}
