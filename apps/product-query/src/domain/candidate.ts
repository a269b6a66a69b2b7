import type { Verdict } from '@ndx/contracts';
import type { OpenDispute } from './open-dispute.js';
import type { DataSource } from './policy/querying-policy.js';
import { UnreadCandidate } from './unread-candidate.js';

/** A furnisher's latest verification of a section, or of a template's data: it can be answered. */
export interface Candidate {
  /** The section of a product, or the slug of a template; of a judged one the part of its group. */
  readonly model: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  /** Milliseconds since the epoch. */
  readonly performedAt: number;
  /** Milliseconds since the epoch. */
  readonly furnishedAt: number;
  /**
   * Whether the furnisher has left the network, or is no furnisher there any more, and the network
   * does not keep its records.
   */
  readonly hasLeft?: boolean;
  /** Of the section in either record. */
  readonly disputes: readonly OpenDispute[];
  /** The furnisher's current active attestation for the queried product or template. */
  readonly attestationId: string | null;
  /** The content of a section as JSON members, complete; of a template's record a JSON object. */
  readonly text: string;
  /** The name and the registration of the business in the record, as JSON; null if it has none. */
  readonly statedBusiness: string | null;
  /** The last furnished verification, when it is another record. */
  readonly newest: Pick<Candidate, 'recordId' | 'furnishedAt' | 'text' | 'statedBusiness'> | null;
}

/** A candidate as its reader may see it. */
export interface KnownCandidate extends Candidate {
  /** The furnisher's other record, which is not this candidate. */
  readonly otherRecordId: string | null;
}

/** A candidate, as its reader may know it, and why it is or is not in the answer. */
export interface Judgement {
  readonly candidate: KnownCandidate;
  readonly verdict: Verdict;
  /** The field that an excluding rule is about. */
  readonly field?: string | undefined;
  /** Whether a chosen record names the business otherwise than the consent. */
  readonly nameDiffers?: boolean | undefined;
  /** The data set of a bundle whose consent or policy excludes it, where it is not the bundle's own. */
  readonly excludedIn?: string | undefined;
}

/**
 * The candidate as its reader may see it. A verification time that consent or policy hides must
 * not affect the choice, not even between records of one furnisher: the furnishing time replaces
 * it, and the last furnished record replaces the last verified one (decision 0001).
 */
export function asKnown(candidate: Candidate, isTimeShown: boolean): KnownCandidate {
  // A copy would read its record.
  if (candidate instanceof UnreadCandidate) return candidate;
  const { newest } = candidate;
  if (isTimeShown) return { ...candidate, otherRecordId: newest?.recordId ?? null };
  const last = { ...candidate, ...newest };
  const otherRecordId = newest ? candidate.recordId : null;
  return { ...last, performedAt: last.furnishedAt, otherRecordId };
}

/**
 * The candidate as a source of data, at the time that its reader may see.
 * @param disputes the visible ones
 */
export function sourceOf(
  candidate: KnownCandidate,
  attestationId: string | null,
  disputes: readonly OpenDispute[],
): DataSource {
  const { furnishingEntityId } = candidate;
  return {
    furnishingEntityId,
    isAttested: attestationId !== null,
    at: () => candidate.performedAt,
    disputes,
  };
}
