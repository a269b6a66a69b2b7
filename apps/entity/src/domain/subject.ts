import type { DomainError } from '@ndx/contracts';

/** A consumer or a business: one core identity per network (design 1). */
export interface Subject {
  readonly id: string;
  readonly networkId: string;
  /** What found the subjects that were merged into this one, their ids among it. */
  readonly absorbed: readonly string[];
  /** The subject that stands for this one since a governor merged them. */
  readonly mergedInto: string | null;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

/** How one kind of subject is matched, created and completed. */
export interface SubjectKind<S extends Subject, Claim> {
  /** What identifies a subject within a network, the key that wins first. */
  readonly keysOf: (subject: S | Claim) => readonly string[];
  /** @param known the other subjects that a claim of the batch may be about */
  readonly create: (claim: Claim, networkId: string, now: Date, known: readonly S[]) => S;
  /** Why the subject cannot take what the claim adds, where it is bounded. */
  readonly refusalOf?: (
    subject: S,
    claim: Claim,
    isFree: (key: string) => boolean,
  ) => DomainError | undefined;
  /**
   * The subject with what the claim adds to it, or the very same object when it adds nothing. A
   * key is taken over only where `isFree` says that no subject of the network has it.
   */
  readonly enrich: (subject: S, claim: Claim, isFree: (key: string) => boolean, now: Date) => S;
  /** Those that a new subject shares an identifier with, without being the same. */
  readonly conflictsOf: (created: S, known: readonly S[]) => readonly S[];
}

/** The label by which people name a subject, e.g. `business-1a2b3c4d` (design 5). */
export function labelOf(kind: 'business' | 'consumer', id: string): string {
  return `${kind}-${id.slice(-8)}`;
}
