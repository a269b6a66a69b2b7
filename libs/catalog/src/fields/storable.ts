/**
 * Neither can be stored: Postgres has no null character in texts, UTF-8 no half of a surrogate
 * pair.
 */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether all texts in it, including member names at any depth, can be stored. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

/** The error message for a value that is not storable. */
export const STORABLE_RULE = 'must not hold null characters or unpaired surrogates';
