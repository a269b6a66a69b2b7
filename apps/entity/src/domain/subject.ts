/** A consumer or a business: one core identity per network (design 1). */
export interface Subject {
  readonly id: string;
  readonly networkId: string;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

/** How one kind of subject is matched, created and completed. */
export interface SubjectKind<S extends Subject, Claim> {
  /** What identifies a subject within a network, the key that wins first. */
  readonly keysOf: (subject: S | Claim) => readonly string[];
  readonly create: (claim: Claim, networkId: string, now: Date) => S;
  /**
   * The subject with what the claim adds to it, or the very same object when it adds nothing. A
   * key is taken over only where `isFree` says that no other subject of the network has it.
   */
  readonly enrich: (subject: S, claim: Claim, isFree: (key: string) => boolean, now: Date) => S;
}

/** The label by which people name a subject, e.g. `business-1a2b3c4d` (design 5). */
export function labelOf(kind: 'business' | 'consumer', id: string): string {
  return `${kind}-${id.slice(-8)}`;
}
