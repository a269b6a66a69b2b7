/** Why a governor decides about subjects: several share an identifier, or statements about one differ. */
export const IDENTITY_CONFLICT_KINDS = [
  'shared_identifier',
  'name_differs',
  'ein_differs',
] as const;

export type IdentityConflictKind = (typeof IDENTITY_CONFLICT_KINDS)[number];

/** The decisions of a governor about the subjects of a conflict. */
export const IDENTITY_CONFLICT_STATUSES = [
  'open',
  'merged',
  'kept_apart',
  'confirmed',
  'separated',
] as const;

export type IdentityConflictStatus = (typeof IDENTITY_CONFLICT_STATUSES)[number];
