/**
 * The subjects that a search lists: `network`: all of the network; `related`: those that the
 * searching institution furnished, recorded a consent for, or names by exact SSN or EIN (design 5).
 */
export const IDENTITY_VISIBILITIES = ['network', 'related'] as const;

export type IdentityVisibility = (typeof IDENTITY_VISIBILITIES)[number];
