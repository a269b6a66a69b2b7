import { invalid } from '@ndx/contracts';
import { isOverdue, type Dispute } from '../domain/dispute.js';
import type { DisputePlace } from '../storage/dispute-repository.js';

const FORM =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/(overdue|other)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place of the last dispute of a page; of an empty page the place before it. */
export function cursorOf(after: DisputePlace, last: Dispute | undefined): string {
  const { asOf } = after;
  const overdue = last ? isOverdue(last, new Date(asOf)) : after.isOverdue;
  const text = `${asOf}/${overdue ? 'overdue' : 'other'}/${last?.id ?? after.id}`;
  return Buffer.from(text).toString('base64url');
}

/** @throws VALIDATION_ERROR for a text that `cursorOf` did not return */
export function placeOf(cursor: string): DisputePlace {
  const [, asOf, kind, id] = FORM.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (asOf === undefined || id === undefined || !isInstant(asOf)) {
    throw invalid('invalid_cursor', 'the cursor is not valid');
  }
  return { asOf, isOverdue: kind === 'overdue', id };
}

function isInstant(text: string): boolean {
  const time = Date.parse(text);
  // Postgres has no year 0.
  return !text.startsWith('0000') && !Number.isNaN(time) && new Date(time).toISOString() === text;
}
