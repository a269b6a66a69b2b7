import { Badge } from '@mantine/core';
import { inWords } from './words.js';

const COLORS: Readonly<Record<string, string>> = {
  active: 'teal',
  published: 'teal',
  in_effect: 'teal',
  scheduled: 'brand',
  revoked: 'red',
  suspended: 'red',
  expired: 'orange',
  open: 'orange',
  draft: 'gray',
  archived: 'gray',
};

/** The status of a record, with a color of its own where it is known. */
export function StatusBadge({ status }: { readonly status: string }) {
  return <Badge color={COLORS[status] ?? 'gray'}>{inWords(status)}</Badge>;
}
