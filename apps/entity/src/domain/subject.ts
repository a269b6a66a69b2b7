import type { DomainError, IdentityConflictKind } from '@ndx/contracts';

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
  /** The keys of the claim that only a separated subject has. */
  readonly separatedKeysOf?: (claim: Claim) => readonly string[];
  /** Whether the claim contradicts the subject, so that no common key makes them one. */
  readonly contradicts?: (subject: S, claim: Claim) => boolean;
  readonly create: (claim: Claim, networkId: string, now: Date, others: Others<S>) => S;
  /** The reason why the subject cannot hold what the claim adds, when a bound is exceeded. */
  readonly refusalOf?: (subject: S, claim: Claim, others: Others<S>) => DomainError | undefined;
  /** The subject completed by the claim, or the same object when the claim adds nothing. */
  readonly enrich: (subject: S, claim: Claim, others: Others<S>, now: Date) => S;
  /** Earlier subjects that have an identifier of a new subject. */
  readonly conflictsOf: (created: S, earlier: readonly S[]) => readonly S[];
  /** What the claim states of its subject otherwise than every statement about it. */
  readonly differencesOf?: (subject: S, claim: Claim, others: Others<S>) => readonly Difference[];
  /** Other subjects that have an identifier in a claim which its subject does not have. */
  readonly disputesOf?: (subject: S, claim: Claim, known: readonly S[]) => readonly S[];
}

/** The kind of a conflict of one subject. */
export type Difference = Exclude<IdentityConflictKind, 'shared_identifier'>;

/** The subjects of a network that share an identifier with a claim. */
export interface Others<S> {
  readonly known: readonly S[];
  /** Whether none of them has the key. */
  readonly isFree: (key: string) => boolean;
}

/** The display label of a subject, e.g. `business-1a2b3c4d` (design 5). */
export function labelOf(kind: 'business' | 'consumer', id: string): string {
  return `${kind}-${id.slice(-8)}`;
}
