import { covers, type Template } from '@ndx/catalog';
import { denied, type ConsentState } from '@ndx/contracts';
import type { KnownSubject } from './subject.js';

/** The subject of a query in one of its networks. */
export interface LocatedSubject extends KnownSubject {
  readonly subjectId: string;
}

/** A consent of the querying institution. */
export interface RecordedConsent {
  readonly state: ConsentState;
  /** Every scope that it ever had: one that is narrowed still governs what it governed. */
  readonly scopes: readonly string[];
}

export interface ConsentQuestion {
  readonly template: Template;
  readonly networkIds: readonly string[];
  readonly subjects: readonly LocatedSubject[];
  /** The institution's consents of this subject. */
  readonly recorded: readonly RecordedConsent[];
  readonly now: number;
}

/**
 * The consent that binds a query without a consent id in each network; undefined where none was
 * ever recorded for the template, for that is a permissible-purpose query (decision 0020). A
 * network in which consents were recorded and none is active is left out.
 * @throws PERMISSION_DENIED when no network is left
 */
export function bindingConsents(
  question: ConsentQuestion,
): ReadonlyMap<string, ConsentState | undefined> {
  const bindings = new Map<string, ConsentState | undefined>();
  for (const networkId of question.networkIds) {
    const governing = governingIn(question, networkId);
    const newest = newestOf(governing.filter((consent) => isActive(consent, question)));
    if (newest || governing.length === 0) bindings.set(networkId, newest);
  }
  if (bindings.size === 0) {
    throw denied('every consent that was recorded for this query has ended');
  }
  return bindings;
}

/** Those that cover, or once covered, the template for the subject as the network knows it. */
function governingIn(
  { template, subjects, recorded }: ConsentQuestion,
  networkId: string,
): readonly ConsentState[] {
  const subject = subjects.find((located) => located.networkId === networkId);
  return recorded
    .filter(({ scopes }) => scopes.some((scope) => covers(scope, template.slug)))
    .map(({ state }) => state)
    .filter(
      (consent) =>
        consent.kind === template.subject &&
        (consent.network_id === null || consent.network_id === networkId) &&
        // Where the subject is not known yet, what the query said stands for it.
        (!subject || consent.match_hashes.some((hash) => subject.matchHashes.includes(hash))),
    );
}

function isActive(consent: ConsentState, { template, now }: ConsentQuestion): boolean {
  return (
    consent.revoked_at === null &&
    now < Date.parse(consent.expires_at) &&
    covers(consent.scope, template.slug)
  );
}

/** Ids are ordered by time. */
function newestOf(consents: readonly ConsentState[]): ConsentState | undefined {
  return consents.reduce<ConsentState | undefined>(
    (newest, consent) => (newest && newest.consent_id > consent.consent_id ? newest : consent),
    undefined,
  );
}
