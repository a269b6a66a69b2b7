import type { FieldAccess } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import { admitsFurnisher, fieldSelectionOf, type DataSource } from '../policy/querying-policy.js';

/** A furnisher's latest verification of one section: a candidate for a certificate. */
export interface Candidate {
  readonly model: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  /** Milliseconds since the epoch. */
  readonly performedAt: number;
  /** Milliseconds since the epoch. */
  readonly furnishedAt: number;
  /** The furnisher's current active attestation for the product. */
  readonly attestationId: string | null;
  /** `"assertions":{…},"data":{…}`, complete and in the catalogue's order. */
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

/**
 * The candidate as its reader may see it. A verification time that consent or policy hides must
 * not affect the choice, not even between records of one furnisher: the furnishing time replaces
 * it, and the last furnished record replaces the last verified one (decision 0001). A list of
 * accepted values may hide the time, so the time then counts as hidden.
 */
export function asKnown(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
  performedAtField: string,
): KnownCandidate {
  const rule = fieldSelectionOf(selection, performedAtField);
  const isShown =
    access.allows(candidate.model, performedAtField) &&
    admitsFurnisher(rule, candidate.furnishingEntityId) &&
    (rule?.accepted_values ?? null) === null;
  const { newest } = candidate;
  if (isShown) return { ...candidate, otherRecordId: newest?.recordId ?? null };
  const last = { ...candidate, ...newest };
  const otherRecordId = newest ? candidate.recordId : null;
  return { ...last, performedAt: last.furnishedAt, otherRecordId };
}

/** The candidate as a source of data, at the time that its reader may see. */
export function sourceOf(known: Candidate): DataSource {
  const { furnishingEntityId, attestationId, performedAt } = known;
  return { furnishingEntityId, isAttested: attestationId !== null, at: performedAt };
}
