import { Badge } from '@mantine/core';
import type { Outcome } from './query-list-search.js';

/** The outcome with the status that the caller received. */
export function OutcomeBadge({ outcome }: { readonly outcome: Outcome }) {
  return outcome === 'issued' ? (
    <Badge color="teal">200 Result</Badge>
  ) : (
    <Badge color="orange">204 No result</Badge>
  );
}
