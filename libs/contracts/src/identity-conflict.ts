/** The decisions of a governor about subjects that share an identifier. */
export const IDENTITY_CONFLICT_STATUSES = ['open', 'merged', 'kept_apart'] as const;

export type IdentityConflictStatus = (typeof IDENTITY_CONFLICT_STATUSES)[number];
