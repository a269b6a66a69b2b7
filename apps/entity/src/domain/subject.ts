import type { DomainError } from '@ndx/contracts';

/** A consumer or a business: one core identity per network (design 1). */
export interface Subject {
  readonly id: string;
  readonly networkId: string;
  /** The keys and ids of the subjects that were merged into this one. */
  readonly absorbed: readonly string[];
  /** The remaining subject, after a governor merged this one into it. */
  readonly mergedInto: string | null;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

/** The rules for matching, creating and completing one kind of subject. */
export interface SubjectKind<S extends Subject, Claim> {
  /** The keys that identify a subject within a network, in order of precedence. */
  readonly keysOf: (subject: S | Claim) => readonly string[];
  /** The subject that the claim names by its id, beside what identifies it. */
  readonly subjectIdOf: (claim: Claim) => string | null;
  /** @param known the other subjects that a claim of the batch may be about */
  readonly create: (claim: Claim, networkId: string, now: Date, known: readonly S[]) => S;
  /** The reason why the subject cannot hold what the claim adds, when a bound is exceeded. */
  readonly refusalOf?: (
    subject: S,
    claim: Claim,
    isFree: (key: string) => boolean,
  ) => DomainError | undefined;
  /**
   * The subject completed by the claim, or the same object when the claim adds nothing. A key is
   * added only where `isFree` says that no subject of the network has it.
   */
  readonly enrich: (subject: S, claim: Claim, isFree: (key: string) => boolean, now: Date) => S;
  /** Other subjects that have an identifier of a new subject. */
  readonly conflictsOf: (created: S, known: readonly S[]) => readonly S[];
}

/** The display label of a subject, e.g. `business-1a2b3c4d` (design 5). */
export function labelOf(kind: 'business' | 'consumer', id: string): string {
  return `${kind}-${id.slice(-8)}`;
}
