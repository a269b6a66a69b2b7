import {
  type AttestationCreated,
  type AttestationStatus,
  monthsAfter,
  newId,
  type PayloadOf,
} from '@ndx/contracts';

/** An institution's signed statement about its verifications of a product (contract 2.5, 3). */
export interface Attestation {
  readonly id: string;
  readonly entityId: string;
  readonly productId: string;
  readonly signedByName: string;
  readonly signedByTitle: string;
  readonly signedAt: Date;
  readonly expiresAt: Date;
  readonly attestationData: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly revokedAt: Date | null;
  /** Counts the changes, from 1. */
  readonly revision: number;
}

export type AttestationInput = Pick<
  Attestation,
  'entityId' | 'productId' | 'signedByName' | 'signedByTitle' | 'attestationData'
>;

const VALIDITY_MONTHS = 12;

/**
 * A new attestation, valid for 12 months. Earlier ones are unchanged (contract 3, rules 1 and 2).
 * @param own the institution's own time, from which the 12 months count
 */
export function attest(input: AttestationInput, now: Date, own = now): Attestation {
  return {
    ...input,
    id: newId(),
    signedAt: now,
    createdAt: now,
    expiresAt: monthsAfter(own, VALIDITY_MONTHS),
    revokedAt: null,
    revision: 1,
  };
}

/**
 * Idempotent (decision 0069); a repetition has a revision of its own, because it is published again.
 */
export function revoke(attestation: Attestation, now: Date): Attestation {
  const revokedAt = attestation.revokedAt ?? now;
  return { ...attestation, revokedAt, revision: attestation.revision + 1 };
}

export function statusOf(attestation: Attestation, now: Date): AttestationStatus {
  if (attestation.revokedAt) return 'revoked';
  return attestation.expiresAt > now ? 'active' : 'expired';
}

/** The payload for subscribers, without the signed text. */
export function stateOf(attestation: Attestation): PayloadOf<typeof AttestationCreated> {
  return {
    attestation_id: attestation.id,
    entity_id: attestation.entityId,
    product_id: attestation.productId,
    created_at: attestation.createdAt.toISOString(),
    expires_at: attestation.expiresAt.toISOString(),
    revoked_at: attestation.revokedAt?.toISOString() ?? null,
    revision: attestation.revision,
  };
}
