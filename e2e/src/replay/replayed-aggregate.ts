import type { ModelState } from '@ndx/formal';

/** A table, with the SQL condition of the rows that belong to an aggregate. */
export type RowsOf = readonly [table: string, condition: string];

/** What a state of an aggregate permits, in the terms of the model. */
interface Restrictions {
  readonly revision: number;
  readonly narrow: boolean;
  readonly closed: boolean;
  readonly revoked: boolean;
}

/** An aggregate of the real services, to which a trace of the model is applied. */
export interface ReplayedAggregate {
  /** The key of its events. */
  readonly id: string;
  /** Its tables at its owner, beside those of events, in the order in which rows refer to each other. */
  readonly ownersRows: readonly RowsOf[];
  /** Its tables in product-query, beside the inbox. */
  readonly subscribersRows: readonly RowsOf[];
  /** A table of product-query without which the handlers of its events fail. */
  readonly handlersTable: string;
  /** Sends a change as the gateway does; returns the status of its answer. */
  change(op: string, requestId: string): Promise<number>;
  /** The status of a query that uses it. */
  query(): Promise<number>;
  /** The status of the query in a state of the model. */
  statusIn(row: ModelState['row']): number;
  ownersState(): Promise<Restrictions>;
  /** The event is null where product-query has no row. */
  rowsState(): Promise<Restrictions & { readonly event: string | null }>;
}
