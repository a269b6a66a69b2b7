/** A suspended account cannot authenticate (contract 5.3). */
export const ACCOUNT_STATUSES = ['active', 'suspended'] as const;

export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];
