export const CONSENT_KINDS = ['consumer', 'business'] as const;

/** Whose consent it is. */
export type ConsentKind = (typeof CONSENT_KINDS)[number];

export const CONSENT_STATUSES = ['active', 'expired', 'revoked'] as const;

export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

/** What an entry of a consent's history records. */
export const CONSENT_ACTIONS = [
  'granted',
  'amended',
  'grant_added',
  'grant_closed',
  'revoked',
] as const;

export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** Stands for every furnisher in a grant (design 6). */
export const EVERY_FURNISHER = '*';
