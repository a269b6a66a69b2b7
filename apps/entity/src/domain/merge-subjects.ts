import { joinStatements, type Statements } from './statements.js';
import type { Subject } from './subject.js';

interface Mergeable<D extends object> extends Subject {
  readonly statements: Statements<D>;
  readonly updatedAt: Date;
}

export interface Pair<S> {
  readonly merged: S;
  readonly into: S;
  /** Those that were merged into `merged` before. */
  readonly followers: readonly S[];
}

/**
 * Two subjects that are one: what found either finds `into` from now on, and what institutions state
 * of either is stated of it. An institution's statement about `into` stands before the other.
 * @returns the changes, `into` first
 */
export function mergeSubjects<D extends object, S extends Mergeable<D>>(
  { merged, into, followers }: Pair<S>,
  matchHashesOf: (subject: S) => readonly string[],
  now: Date,
): { readonly before: S; readonly after: S }[] {
  const absorbed = [...new Set([...into.absorbed, ...matchHashesOf(merged)])];
  const statements = joinStatements(into.statements, merged.statements);
  const next = (before: S, change: Partial<Subject & { statements: Statements<D> }>) => ({
    before,
    after: { ...before, ...change, updatedAt: now, revision: before.revision + 1 },
  });
  return [
    next(into, { absorbed, statements }),
    ...[merged, ...followers].map((one) => next(one, { mergedInto: into.id })),
  ];
}
