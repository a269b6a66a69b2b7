import { Badge } from '@mantine/core';
import type { QueryEvent } from '@ndx/client';

/** The outcome with the status that the caller received. */
export function OutcomeBadge({ outcome }: Pick<QueryEvent, 'outcome'>) {
  return outcome === 'issued' ? (
    <Badge color="teal">200 Result</Badge>
  ) : (
    <Badge color="orange">204 No result</Badge>
  );
}
