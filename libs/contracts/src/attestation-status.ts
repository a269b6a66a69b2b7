export const ATTESTATION_STATUSES = ['active', 'expired', 'revoked'] as const;

export type AttestationStatus = (typeof ATTESTATION_STATUSES)[number];
