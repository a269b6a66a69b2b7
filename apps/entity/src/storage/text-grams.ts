/** Of so many characters at most are the parts of a text that its index holds. */
const LONGEST = 3;

/**
 * The parts of a text by which `text_grams()` finds the texts that may contain it: the longest that
 * the index holds, so that one or two characters are found by the index too, whatever they are.
 * One follows the other, for Postgres takes them to be independent: were they to overlap, it would
 * think every text rare. Characters are what Postgres counts: code points.
 */
export function gramsOf(text: string): string[] {
  const characters = Array.from(text);
  const last = Math.max(0, characters.length - LONGEST);
  const starts = [...characters.keys()].filter((start) => start % LONGEST === 0 && start < last);
  const grams = [...starts, last].map((start) => characters.slice(start, start + LONGEST).join(''));
  return [...new Set(grams)].filter((gram) => gram !== '');
}
