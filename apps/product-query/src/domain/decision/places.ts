/** A list that has each text once, so that other members can refer to its place. */
export function places(): {
  readonly listed: readonly string[];
  readonly placeOf: (text: string) => number;
} {
  const listed: string[] = [];
  return {
    listed,
    placeOf(text) {
      const place = listed.indexOf(text);
      return place < 0 ? listed.push(text) - 1 : place;
    },
  };
}
