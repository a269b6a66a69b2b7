export const CONSENT_KINDS = ['consumer', 'business'] as const;

/** The kind of subject of a consent. */
export type ConsentKind = (typeof CONSENT_KINDS)[number];

export const CONSENT_STATUSES = ['active', 'expired', 'revoked'] as const;

export type ConsentStatus = (typeof CONSENT_STATUSES)[number];

/** The kinds of entries in a consent's history. */
export const CONSENT_ACTIONS = [
  'granted',
  'amended',
  'grant_added',
  'grant_closed',
  'separated',
  'revoked',
] as const;

export type ConsentAction = (typeof CONSENT_ACTIONS)[number];

/** Every furnisher, in a grant (design 6). */
export const EVERY_FURNISHER = '*';
