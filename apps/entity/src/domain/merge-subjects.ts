import { joinStatements, type Statements } from './statements.js';
import type { Subject } from './subject.js';

interface Mergeable<D extends object> extends Subject {
  readonly statements: Statements<D>;
  readonly updatedAt: Date;
}

export interface Pair<S> {
  readonly merged: S;
  readonly into: S;
  /** Subjects that were merged into `merged` earlier. */
  readonly followers: readonly S[];
}

/**
 * Merges two records of one subject: the keys of either find `into`, and institutions' statements
 * about either apply to it. An institution's statement about `into` takes precedence over the
 * other.
 * @returns the changed subjects, `into` first
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
