/** The filter of the list. */
export const CONFLICT_FILTERS = ['open', 'merged', 'kept_apart', 'all'] as const;

export type ConflictFilter = (typeof CONFLICT_FILTERS)[number];

export interface ConflictSearch {
  /** The open conflicts without it. */
  readonly status?: ConflictFilter;
}

/** The filter, in the address. */
export function readConflictSearch(search: Record<string, unknown>): ConflictSearch {
  const status = CONFLICT_FILTERS.find((one) => one === search['status']);
  return status === undefined ? {} : { status };
}
