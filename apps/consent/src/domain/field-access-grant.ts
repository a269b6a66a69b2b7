import { EVERY_FURNISHER, invalid, newId } from '@ndx/contracts';

/** A furnisher's readable fields and the window in which they can be read (contract 2.1). */
export interface FieldAccessGrant {
  readonly id: string;
  /** An institution's id, or `*` for every furnisher. */
  readonly furnishingEntityId: string;
  /** `model.field`, `model.*` or `*`. */
  readonly fieldDefinitions: readonly string[];
  readonly effectiveFrom: Date;
  /** Null while open-ended. */
  readonly effectiveTo: Date | null;
  /** Set for the initial grant of a consent, which follows the consented fields. */
  readonly followsConsent: boolean;
}

export interface GrantInput {
  readonly furnishingEntityId: string;
  readonly fieldDefinitions: readonly string[];
  readonly effectiveFrom?: Date | undefined;
  readonly effectiveTo?: Date | undefined;
}

/** The initial grant of a consent: every furnisher, from now, open-ended (design 6). */
export function defaultGrant(fieldDefinitions: readonly string[], now: Date): FieldAccessGrant {
  return {
    id: newId(),
    furnishingEntityId: EVERY_FURNISHER,
    fieldDefinitions,
    effectiveFrom: now,
    effectiveTo: null,
    followsConsent: true,
  };
}

/** @throws VALIDATION_ERROR for a window that is empty or in the past */
export function openGrant(input: GrantInput, now: Date): FieldAccessGrant {
  const { effectiveFrom = now, effectiveTo = null } = input;
  if (effectiveTo && effectiveTo <= effectiveFrom) {
    throw invalid('invalid_window', 'effective_to must be after effective_from');
  }
  if (effectiveTo && effectiveTo <= now)
    throw invalid('invalid_window', 'effective_to must be in the future');
  return {
    id: newId(),
    furnishingEntityId: input.furnishingEntityId,
    fieldDefinitions: [...new Set(input.fieldDefinitions)],
    effectiveFrom,
    effectiveTo,
    followsConsent: false,
  };
}

/** Returns a grant that has ended unchanged: closing is idempotent. */
export function closeGrant(grant: FieldAccessGrant, now: Date): FieldAccessGrant {
  if (isOver(grant, now)) return grant;
  return { ...grant, effectiveTo: now };
}

/** The grants after an amendment of the consented fields; ended grants are unchanged. */
export function followConsent(
  grants: readonly FieldAccessGrant[],
  fieldDefinitions: readonly string[],
  now: Date,
): readonly FieldAccessGrant[] {
  return grants.map((grant) =>
    grant.followsConsent && !isOver(grant, now) ? { ...grant, fieldDefinitions } : grant,
  );
}

export function isOver(grant: FieldAccessGrant, now: Date): boolean {
  return grant.effectiveTo !== null && grant.effectiveTo <= now;
}
