import { decodePlace, encodePlace, invalidCursor, isPlaceTime } from '@ndx/service';
import { isOverdue, type Dispute } from '../domain/dispute.js';
import type { DisputePlace } from '../storage/dispute-repository.js';

/** Of a dispute, or before the first one. */
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const [OVERDUE, OTHER] = ['overdue', 'other'];

/** The place of the last dispute of a page; of an empty page the place before it. */
export function cursorOf(after: DisputePlace, last: Dispute | undefined): string {
  const { asOf } = after;
  const overdue = last ? isOverdue(last, new Date(asOf)) : after.isOverdue;
  return encodePlace(asOf, overdue ? OVERDUE : OTHER, last?.id ?? after.id);
}

/** @throws VALIDATION_ERROR for a text that `cursorOf` did not return */
export function placeOf(cursor: string): DisputePlace {
  const [asOf = '', kind = '', id = '', ...rest] = decodePlace(cursor);
  const isKnown = kind === OVERDUE || kind === OTHER;
  if (!isKnown || rest.length > 0 || !isPlaceTime(asOf) || !ID.test(id)) throw invalidCursor();
  return { asOf, isOverdue: kind === OVERDUE, id };
}
