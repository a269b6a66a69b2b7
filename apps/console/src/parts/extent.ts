import { plural } from './words.js';

/** A number that the server counted up to a bound. */
export interface Total {
  readonly count: number;
  /** False if there are more. */
  readonly is_complete: boolean;
}

interface Extent {
  readonly shown: number;
  /** Whether the server may have more items: only the next part of a list shows whether it has. */
  readonly mayHaveMore: boolean;
  readonly noun: readonly [one: string, many: string];
  readonly isFiltered: boolean;
  /** Where the server counts the items. */
  readonly total?: Total | undefined;
}

/** How much of a list is shown, for example "100 of 2,345 queries are shown (filtered)". */
export function extentInWords({ isFiltered, ...extent }: Extent): string {
  return `${partInWords(extent)}${isFiltered ? ' (filtered)' : ''}`;
}

function partInWords({ shown, mayHaveMore, noun, total }: Omit<Extent, 'isFiltered'>): string {
  const [one, many] = noun;
  if (!mayHaveMore) return plural(shown, one, many);
  if (total === undefined || total.count < shown) {
    return `${plural(shown, one, many)} shown, and there may be more`;
  }
  if (total.is_complete && total.count === shown) return plural(shown, one, many);
  const counted = `${total.count.toLocaleString()}${total.is_complete ? '' : '+'}`;
  return `${shown.toLocaleString()} of ${counted} ${many} shown`;
}
