import type { Ranking } from '@ndx/contracts';
import type { Candidate } from './candidate.js';

/** A candidate that satisfies consent and policy. */
export interface Eligible {
  readonly candidate: Pick<Candidate, 'performedAt' | 'furnishedAt' | 'recordId'>;
  /** Index of the furnisher in the policy's order of sources. */
  readonly preference: number;
}

/** A criterion between two candidates: negative where the first is preferred. */
type Criterion = readonly [Ranking, (a: Eligible, b: Eligible) => number];

/** The total order of candidates, so that the same records always give the same answer (design 9). */
const ORDER: readonly Criterion[] = [
  ['outranked_by_source_order', (a, b) => a.preference - b.preference],
  ['outranked_by_verification_time', (a, b) => b.candidate.performedAt - a.candidate.performedAt],
  ['outranked_by_furnishing_time', (a, b) => b.candidate.furnishedAt - a.candidate.furnishedAt],
  ['outranked_by_record_id', (a, b) => (a.candidate.recordId < b.candidate.recordId ? -1 : 1)],
];

/** The preferred candidate, and the others with the criterion by which it is preferred. */
export function ranked<T extends Eligible>(
  candidates: readonly T[],
): { readonly best: T | undefined; readonly others: readonly (readonly [T, Ranking])[] } {
  const [best, ...others] = [...candidates].sort(compare);
  return {
    best,
    others: others.map((other) => [
      other,
      best ? rankingOf(best, other) : 'outranked_by_record_id',
    ]),
  };
}

function compare(a: Eligible, b: Eligible): number {
  for (const [, criterion] of ORDER) {
    const order = criterion(a, b);
    if (order !== 0) return order;
  }
  return 0;
}

function rankingOf(best: Eligible, other: Eligible): Ranking {
  return (
    ORDER.find(([, criterion]) => criterion(best, other) !== 0)?.[0] ?? 'outranked_by_record_id'
  );
}
