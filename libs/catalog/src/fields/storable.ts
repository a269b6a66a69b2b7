/** Neither can be stored: Postgres knows no null character, UTF-8 no half of a surrogate pair. */
const UNSTORABLE = /[\0\p{Cs}]/u;

/** Whether every text in it, at any depth, names of members included, can be stored. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return !UNSTORABLE.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

/** What is said of a value that is not storable. */
export const STORABLE_RULE = 'must not hold null characters or unpaired surrogates';
