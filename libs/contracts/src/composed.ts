/** Unicode's stream-safe text has no more marks in a row (UAX 15, section 13). */
const MOST_MARKS = 30;
const MANY_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, 'u');

/**
 * A text of a request in a normalisation form of Unicode. Sorting the marks of a letter takes time
 * that grows with the square of their number, so a text with more in a row is returned unchanged.
 */
export function composed(text: string, form: 'NFC' | 'NFD' | 'NFKD' = 'NFC'): string {
  return hasManyMarks(text) ? text : text.normalize(form);
}

/** Whether `composed` returns this text unchanged. */
export function hasManyMarks(text: string): boolean {
  return MANY_MARKS.test(text);
}
