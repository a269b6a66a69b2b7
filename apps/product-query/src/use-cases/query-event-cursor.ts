import { invalid } from '@ndx/contracts';
import type { Position } from '../storage/query-event-repository.js';

const FORM = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/([0-9a-f-]{36})$/;

/** The place after an event, opaque to the caller. */
export function encodeCursor({ occurredAt, queryEventId }: Position): string {
  return Buffer.from(`${occurredAt}/${queryEventId}`).toString('base64url');
}

/** @throws VALIDATION_ERROR for anything that `encodeCursor` did not make */
export function decodeCursor(cursor: string): Position {
  const [, occurredAt, queryEventId] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (occurredAt === undefined || queryEventId === undefined)
    throw invalid('the cursor is not valid');
  return { occurredAt, queryEventId };
}
