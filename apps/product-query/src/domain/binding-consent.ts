import { covers, type Subject } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { KnownSubject } from './subject.js';

/** The subject of a query in one of its networks. */
export interface LocatedSubject extends KnownSubject {
  readonly subjectId: string;
  /** Of a business, as the network knows it; null or absent when nobody stated it. */
  readonly legalName?: string | null;
}

/**
 * What consent says of a data set in a network: the consent that binds; `none` where the institution
 * recorded none, so that its policy decides; `closed`; or, of what a bundle reads, `of the bundle`:
 * the consent to the bundle binds it there.
 */
export type Binding = ConsentState | 'none' | 'closed' | 'of the bundle';

export interface ConsentQuestion {
  readonly subjectType: Subject;
  readonly subjects: readonly LocatedSubject[];
  /** The querying institution's consents of this subject. */
  readonly recorded: readonly ConsentState[];
  readonly now: number;
}

/**
 * What binds a query without a consent id, of a template or a product (decision 0068): of the institution's consents of this
 * subject whose scope covers one of the slugs the newest, which closes them once it has ended. Where
 * none of them does, they are out of scope.
 */
export function bindingConsent(
  question: ConsentQuestion,
  networkId: string,
  slugs: readonly string[],
): Binding {
  const recorded = recordedFor(question, networkId);
  if (recorded.length === 0) return 'none';
  const newest = newestOf(
    recorded.filter(({ scope }) => slugs.some((slug) => covers(scope, slug))),
  );
  return newest && isInForce(newest, question.now) ? newest : 'closed';
}

/** Those about the subject as the network knows it, for that network or for all. */
function recordedFor(
  { subjectType, subjects, recorded }: ConsentQuestion,
  networkId: string,
): readonly ConsentState[] {
  const subject = subjects.find((located) => located.networkId === networkId);
  return recorded.filter(
    (consent) =>
      consent.kind === subjectType &&
      (consent.network_id === null || consent.network_id === networkId) &&
      // Where the subject is not known yet, what the query said stands for it.
      (!subject || consent.match_hashes.some((hash) => subject.matchHashes.includes(hash))),
  );
}

function isInForce(consent: ConsentState, now: number): boolean {
  return consent.revoked_at === null && now < Date.parse(consent.expires_at);
}

/** Ids are ordered by time. */
function newestOf(consents: readonly ConsentState[]): ConsentState | undefined {
  return consents.reduce<ConsentState | undefined>(
    (newest, consent) => (newest && newest.consent_id > consent.consent_id ? newest : consent),
    undefined,
  );
}
