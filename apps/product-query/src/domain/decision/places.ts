/** A list that has each text once, so that other members can refer to its place. */
export interface Places {
  readonly listed: readonly string[];
  readonly placeOf: (text: string) => number;
}

export function places(): Places {
  const listed: string[] = [];
  return {
    listed,
    placeOf(text) {
      const place = listed.indexOf(text);
      return place < 0 ? listed.push(text) - 1 : place;
    },
  };
}
