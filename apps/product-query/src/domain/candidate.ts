import type { FieldAccess } from '@ndx/catalog';
import type { ModelSelection } from '@ndx/contracts';
import { admitsFurnisher, fieldSelectionOf, type DataSource } from './querying-policy.js';

/** The latest verification of one section by one furnisher, as it may be chosen for a certificate. */
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
}

/**
 * A time that consent or policy hides must not steer the choice: the time of furnishing stands for it
 * (decision 0003). A list of accepted values may hide it, so it counts as hidden.
 */
export function knownPerformedAt(
  candidate: Candidate,
  access: FieldAccess,
  selection: ModelSelection | undefined,
  performedAtField: string,
): number {
  const rule = fieldSelectionOf(selection, performedAtField);
  const isShown =
    access.allows(candidate.model, performedAtField) &&
    admitsFurnisher(rule, candidate.furnishingEntityId) &&
    (rule?.accepted_values ?? null) === null;
  return isShown ? candidate.performedAt : candidate.furnishedAt;
}

/** The candidate as a source of data, at the time that the caller may know. */
export function sourceOf(candidate: Candidate, at: number): DataSource {
  const { furnishingEntityId, attestationId } = candidate;
  return { furnishingEntityId, isAttested: attestationId !== null, at };
}
