/** Whether each word of a text begins a word of a name, in any case. */
export function matches(name: string, text: string): boolean {
  const parts = wordsOf(name);
  const words = wordsOf(text);
  return words.length > 0 && words.every((word) => parts.some((part) => part.startsWith(word)));
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}
