import type { QueryEvent } from '@ndx/contracts';

/** The outcome of a query with this answer. */
export function outcomeOf(body: string | undefined): QueryEvent['outcome'] {
  return body === undefined ? 'no_result' : 'issued';
}
