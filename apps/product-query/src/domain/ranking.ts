import type { Ranking } from '@ndx/contracts';

/** A criterion between two candidates: negative where the first is preferred. */
export type Criterion<T> = readonly [Ranking, (a: T, b: T) => number];

/** Compares by the first criterion that distinguishes the two. */
export function byCriteria<T>(criteria: readonly Criterion<T>[]): (a: T, b: T) => number {
  return (a, b) => {
    for (const [, compare] of criteria) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** The criterion by which the best candidate is preferred to another. */
export function rankingOf<T>(criteria: readonly Criterion<T>[], best: T, other: T): Ranking {
  return (
    criteria.find(([, compare]) => compare(best, other) !== 0)?.[0] ?? 'outranked_by_record_id'
  );
}
