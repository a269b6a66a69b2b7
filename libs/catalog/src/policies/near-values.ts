/** At most this many values are suggested. */
const SUGGESTIONS = 3;

/**
 * The known values of which a text is a likely misspelling, nearest first; none for a known value,
 * for one in another case or with other separators, and for a text that resembles none.
 */
export function misspelled(text: string, known: readonly string[]): readonly string[] {
  const word = plain(text);
  const most = tolerance(word);
  const near = known.map((value) => ({ value, distance: editDistance(word, plain(value), most) }));
  if (near.some(({ distance }) => distance === 0)) return [];
  return near
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)
    .slice(0, SUGGESTIONS)
    .map(({ value }) => value);
}

/** Short words differ by a letter without being misspelled. */
function tolerance({ length }: string): number {
  if (length < 5) return 0;
  return length < 9 ? 1 : 2;
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

/**
 * Letters inserted, removed, replaced or exchanged with their neighbour (optimal string alignment);
 * more than `most` where the lengths tell that already.
 */
function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let twoAbove: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (above[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged && row > 1 && column > 1 ? (twoAbove[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [twoAbove, above] = [above, current];
  }
  return above[other.length] ?? 0;
}
