/** The filter of the list. */
export const CONFLICT_FILTERS = [
  'open',
  'merged',
  'kept_apart',
  'confirmed',
  'separated',
  'all',
] as const;

export type ConflictFilter = (typeof CONFLICT_FILTERS)[number];
