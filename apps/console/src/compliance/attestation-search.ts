export const ATTESTATION_STATUSES = ['active', 'expired', 'revoked'] as const;

export interface AttestationSearch {
  readonly status?: (typeof ATTESTATION_STATUSES)[number];
}

/** The filter of the list, in the address. */
export function readAttestationSearch(search: Record<string, unknown>): AttestationSearch {
  const status = ATTESTATION_STATUSES.find((one) => one === search['status']);
  return status === undefined ? {} : { status };
}
