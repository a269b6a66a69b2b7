import { covers, type Subject } from '@ndx/catalog';
import type { ConsentState } from '@ndx/contracts';
import type { KnownSubject } from '../subject.js';

/** The subject of a query in one of its networks. */
export interface LocatedSubject extends KnownSubject {
  readonly subjectId: string;
}

/**
 * The effective consent for a data set in a network. `none`: the institution recorded none, so its
 * policy decides. `closed`: the newest consent has ended, or none covers the data set. `of the
 * bundle`: the consent to the bundle applies to a data set that it reads.
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
 * The effective consent of a query without a consent id, for a template or a product (decision
 * 0068): the newest of the institution's consents of this subject whose scope covers one of the
 * slugs. If that consent has ended, or no consent covers a slug, the data set is closed.
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

/** The consents of the subject that hold for the network. */
function recordedFor(
  { subjectType, subjects, recorded }: ConsentQuestion,
  networkId: string,
): readonly ConsentState[] {
  const subject = subjects.find((located) => located.networkId === networkId);
  return recorded.filter(
    (consent) =>
      consent.kind === subjectType &&
      (consent.network_id === null || consent.network_id === networkId) &&
      // For a subject that is not known yet, the identity in the query decides.
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
