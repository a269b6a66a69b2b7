/** The filter of the list. */
export const ATTESTATION_STATUSES = ['active', 'expired', 'revoked'] as const;
