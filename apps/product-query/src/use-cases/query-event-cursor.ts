import { invalid } from '@ndx/contracts';
import { isUUID } from 'class-validator';
import type { Position } from '../storage/query-event-repository.js';

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([0-9a-f-]{36})$/;

/** The position after an event, opaque to the caller. */
export function encodeCursor({ occurredAt, queryEventId }: Position): string {
  return Buffer.from(`${occurredAt}/${queryEventId}`).toString('base64url');
}

/** @throws VALIDATION_ERROR for a text that `encodeCursor` did not return */
export function decodeCursor(cursor: string): Position {
  const [, occurredAt, queryEventId] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (occurredAt === undefined || queryEventId === undefined) throw notOurs();
  const position = { occurredAt, queryEventId };
  // Matches the pattern, but has an invalid time or id, or is not the canonical text of them.
  const isOurs = isUUID(queryEventId) && isInstant(occurredAt) && encodeCursor(position) === cursor;
  if (!isOurs) throw notOurs();
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

function notOurs() {
  return invalid('the cursor is not valid');
}
