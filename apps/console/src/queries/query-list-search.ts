import { readPeriodSearch, type PeriodSearch } from '../parts/periods.js';

export type Outcome = 'issued' | 'no_result';

/** The filters of the list, in the address. */
export interface QueryListSearch extends PeriodSearch {
  readonly outcome?: Outcome;
}

export function readQueryListSearch(search: Record<string, unknown>): QueryListSearch {
  const { outcome } = search;
  return {
    ...readPeriodSearch(search),
    ...((outcome === 'issued' || outcome === 'no_result') && { outcome }),
  };
}
