import { invalid } from '@ndx/contracts';
import { isUUID } from 'class-validator';
import type { FeedOrder, Position } from '../../storage/query-event-repository.js';

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([0-9a-f-]{36})(?:$|\/)/;

/** The position after an event in an order of the feed, opaque to the caller. */
export function encodeCursor(
  { occurredAt, queryEventId }: Position,
  order: FeedOrder = 'oldest_first',
): string {
  const suffix = order === 'oldest_first' ? '' : `/${order}`;
  return Buffer.from(`${occurredAt}/${queryEventId}${suffix}`).toString('base64url');
}

/** @throws VALIDATION_ERROR for a text that `encodeCursor` did not return for this order */
export function decodeCursor(cursor: string, order: FeedOrder = 'oldest_first'): Position {
  const [, occurredAt, queryEventId] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (occurredAt === undefined || queryEventId === undefined) throw invalidCursor();
  const position = { occurredAt, queryEventId };
  const isValid = isUUID(queryEventId) && isInstant(occurredAt);
  // The text can match the pattern and still have another order, or not be the canonical form.
  if (!isValid || encodeCursor(position, order) !== cursor) throw invalidCursor();
  return position;
}

/** The position before every event of a window. */
export function beginningAt(from: Date | undefined): Position {
  const occurredAt = (from ?? new Date('1970-01-01T00:00:00Z')).toISOString();
  return { occurredAt, queryEventId: '00000000-0000-7000-8000-000000000000' };
}

function isInstant(text: string): boolean {
  const time = Date.parse(text);
  // Postgres has no year 0.
  return !text.startsWith('0000') && !Number.isNaN(time) && new Date(time).toISOString() === text;
}

function invalidCursor() {
  return invalid('invalid_cursor', 'the cursor is not valid');
}
