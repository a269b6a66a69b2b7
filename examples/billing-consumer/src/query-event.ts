/** The members of a query event that billing reads. The ledger stores other members unread. */
export interface QueryEvent {
  readonly query_event_id: string;
  readonly product_slug: string;
  readonly environment: string;
  readonly network_ids: readonly string[];
  readonly querying_entity_id: string;
  readonly outcome: string;
  readonly billable: boolean;
  /** ISO 8601. */
  readonly occurred_at: string;
}

/** The supported version of the event. */
export const QUERY_EXECUTED = 'query.executed.v1';

/** Describes an event and its billing data for an operator. */
export function nameOf(event: QueryEvent): string {
  const { query_event_id, product_slug, outcome, querying_entity_id, occurred_at } = event;
  return `query event ${query_event_id} (${product_slug}/${outcome}, institution ${querying_entity_id}, ${occurred_at})`;
}
