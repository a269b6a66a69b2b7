/** In names. */
const LISTED = 5;

/** Values in a sentence; the end of a long list is a number. */
export function listed(values: readonly unknown[], conjunction: 'and' | 'or' = 'or'): string {
  const rest = values.length - LISTED;
  const words = values.slice(0, LISTED).map(String);
  const all = rest > 0 ? [...words, `${rest} others`] : words;
  const last = all.pop() ?? '';
  return all.length === 0 ? last : `${all.join(', ')} ${conjunction} ${last}`;
}
