/** Maximum number of characters of an indexed part. */
const LONGEST = 3;

/**
 * The parts of a text by which `text_grams()` finds the texts that may contain it: the longest
 * indexed parts, so that one or two characters of any kind are found by the index too. Parts do not
 * overlap: Postgres assumes that they are independent, so overlapping ones would make every text
 * look rare. Characters are code points, as in Postgres.
 */
export function gramsOf(text: string): string[] {
  const characters = Array.from(text);
  const last = Math.max(0, characters.length - LONGEST);
  const starts = [...characters.keys()].filter((start) => start % LONGEST === 0 && start < last);
  const grams = [...starts, last].map((start) => characters.slice(start, start + LONGEST).join(''));
  return [...new Set(grams)].filter((gram) => gram !== '');
}
