import { decodePlace, encodePlace, invalidCursor, isPlaceTime } from '@ndx/service';
import { isUUID } from 'class-validator';
import type { FeedOrder, Position } from '../../storage/query-event-repository.js';

/** The position after an event in an order of the feed, opaque to the caller. */
export function encodeCursor(
  { occurredAt, queryEventId }: Position,
  order: FeedOrder = 'oldest_first',
): string {
  return encodePlace(occurredAt, queryEventId, ...(order === 'oldest_first' ? [] : [order]));
}

/** @throws VALIDATION_ERROR for a text that `encodeCursor` did not return for this order */
export function decodeCursor(cursor: string, order: FeedOrder = 'oldest_first'): Position {
  const [occurredAt = '', queryEventId = ''] = decodePlace(cursor);
  const position = { occurredAt, queryEventId };
  const isValid = isUUID(queryEventId) && isPlaceTime(occurredAt);
  if (!isValid || encodeCursor(position, order) !== cursor) throw invalidCursor();
  return position;
}

/** The position before every event of a window. */
export function beginningAt(from: Date | undefined): Position {
  const occurredAt = (from ?? new Date('1970-01-01T00:00:00Z')).toISOString();
  return { occurredAt, queryEventId: '00000000-0000-7000-8000-000000000000' };
}
