/** What billing reads of a query event. Whatever else the schema tells of is kept, and not read. */
export interface QueryEvent {
  readonly query_event_id: string;
  readonly product_slug: string;
  readonly kind: string;
  readonly environment: string;
  readonly network_ids: readonly string[];
  readonly querying_entity_id: string;
  readonly outcome: string;
  readonly billable: boolean;
  /** ISO 8601. */
  readonly occurred_at: string;
}

/** The version that this program understands. */
export const QUERY_EXECUTED = 'query.executed.v1';

/** The month, in UTC, that an event is billed in: `2026-11`. */
export function periodOf({ occurred_at }: Pick<QueryEvent, 'occurred_at'>): string {
  return new Date(occurred_at).toISOString().slice(0, 7);
}

/** Enough to find it, and to see what it is worth. */
export function nameOf(event: QueryEvent): string {
  const { query_event_id, product_slug, outcome, querying_entity_id, occurred_at } = event;
  return `query event ${query_event_id} (${product_slug}/${outcome}, institution ${querying_entity_id}, ${occurred_at}, period ${periodOf(event)})`;
}
