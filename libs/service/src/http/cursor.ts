import { invalid, type DomainError } from '@ndx/contracts';

/** A place in a list, as a text that is opaque to the client. */
export function encodePlace(...parts: readonly string[]): string {
  return Buffer.from(parts.join('/')).toString('base64url');
}

/**
 * The parts of a place.
 * @throws VALIDATION_ERROR for a text that `encodePlace` did not return
 */
export function decodePlace(cursor: string): readonly string[] {
  const parts = Buffer.from(cursor, 'base64url').toString().split('/');
  if (encodePlace(...parts) !== cursor) throw invalidCursor();
  return parts;
}

export function invalidCursor(): DomainError {
  return invalid('invalid_cursor', 'the cursor is not valid');
}

/** In characters: ISO 8601 in UTC with milliseconds, of a year with four digits. */
const TIME_LENGTH = 24;

/** Whether a part of a place is a time, as `Date` writes it. */
export function isPlaceTime(text: string): boolean {
  const time = Date.parse(text);
  if (text.length !== TIME_LENGTH || Number.isNaN(time)) return false;
  // Postgres has no year 0.
  return !text.startsWith('0000') && new Date(time).toISOString() === text;
}
