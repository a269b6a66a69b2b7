/** In characters; longer than every name that the interface declares, and than an id. */
const LONGEST = 200;

/**
 * A word of a request in an error text: the word itself, or its first 200 characters and its length.
 * Lint accepts no other form in error texts, so that their size does not depend on the request.
 */
export function quoted(word: string): string {
  if (word.length <= LONGEST) return word;
  // Half of a surrogate pair is not valid UTF-8.
  const start = word.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '');
  // Without commas, a length of seven digits looks like an identifier, which is hidden.
  return `${start}… (${word.length.toLocaleString('en')} characters)`;
}

/** In characters. */
const LONGEST_TEXT = 4_000;

/** The start of a text that another library composed, perhaps with words of a request. */
export function bounded(text: string): string {
  return text.slice(0, LONGEST_TEXT);
}
