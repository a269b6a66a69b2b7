import { conflict, type DisputeOutcome } from '@ndx/contracts';

/** What the disputing institution states about a record that its furnisher upheld. */
export interface DisputeStatement {
  /** Null without a statement, and if the text was lost with a database. */
  readonly statementText: string | null;
  /** When the text was attached; null without a statement. */
  readonly statedAt: Date | null;
  /** When the last statement was removed; null with a statement, and before the first one. */
  readonly statementRemovedAt: Date | null;
}

/** The members of a dispute that a change of its statement reads or changes. */
interface Decided extends DisputeStatement {
  readonly outcome: DisputeOutcome | null;
  readonly revision: number;
}

export const NO_STATEMENT: DisputeStatement = {
  statementText: null,
  statedAt: null,
  statementRemovedAt: null,
};

/**
 * The dispute with the statement instead of an earlier one. Idempotent: the same text keeps its
 * time, and has a revision of its own, because it is published again.
 * @throws RESOURCE_CONFLICT unless the furnisher upheld the record
 */
export function attachStatement<D extends Decided>(
  disputed: D,
  statementText: string,
  now: Date,
): D {
  requireUpheld(disputed);
  const isSame = disputed.statementText === statementText;
  const statedAt = isSame ? disputed.statedAt : now;
  return changed(disputed, { statementText, statedAt, statementRemovedAt: null });
}

/** The dispute without a statement; idempotent, as `attachStatement`. @throws RESOURCE_CONFLICT */
export function removeStatement<D extends Decided>(disputed: D, now: Date): D {
  requireUpheld(disputed);
  const { statedAt, statementRemovedAt } = disputed;
  const removedAt = statedAt === null ? statementRemovedAt : now;
  return changed(disputed, { ...NO_STATEMENT, statementRemovedAt: removedAt });
}

/** The later change of two states of a statement. */
export function laterStatement(own: DisputeStatement, other: DisputeStatement): DisputeStatement {
  return timeOf(other) > timeOf(own) ? other : own;
}

function timeOf({ statedAt, statementRemovedAt }: DisputeStatement): number {
  return (statedAt ?? statementRemovedAt)?.getTime() ?? 0;
}

function changed<D extends Decided>(disputed: D, statement: DisputeStatement): D {
  return { ...disputed, ...statement, revision: disputed.revision + 1 };
}

function requireUpheld({ outcome }: Decided): void {
  if (outcome === 'upheld') return;
  throw conflict('dispute_not_upheld', 'the dispute is not decided, or not as upheld');
}
