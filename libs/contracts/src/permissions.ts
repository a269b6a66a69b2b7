/** The permissions of an institution's tokens (design 10). */
export const PERMISSIONS = [
  'consent:read',
  'consent:write',
  'entity:search',
  'attestation:read',
  'attestation:write',
  'policy:read',
  'policy:write',
  'product:query',
  'product:check',
  'data:furnish',
  'network:read',
  'network:admin',
  'notice:read',
  'notice:write',
  'billing:read',
  'audit:read',
  'clock:write',
] as const;

/**
 * The permissions of tokens for the operation of the whole system (decision 0096). An administrator
 * of an institution does not have them: parked events belong to every institution.
 */
export const OPERATOR_PERMISSIONS = ['service:read', 'service:redrive'] as const;

/** Every permission. */
export const ALL_PERMISSIONS = [...PERMISSIONS, ...OPERATOR_PERMISSIONS] as const;

export type Permission = (typeof ALL_PERMISSIONS)[number];

/** The permissions of a token's `role` when it has no `permissions` claim. */
export const ROLE_PERMISSIONS = {
  admin: PERMISSIONS,
  governor: [
    'policy:read',
    'policy:write',
    'network:read',
    'network:admin',
    'entity:search',
    'billing:read',
    'audit:read',
  ],
  furnisher: [
    'data:furnish',
    'attestation:read',
    'attestation:write',
    'policy:read',
    'network:read',
    'entity:search',
    'clock:write',
  ],
  querier: [
    'consent:read',
    'consent:write',
    'entity:search',
    'policy:read',
    'network:read',
    'product:query',
    'product:check',
    'notice:read',
    'notice:write',
    'billing:read',
    'clock:write',
  ],
  operator: ['network:read', ...OPERATOR_PERMISSIONS],
} as const satisfies Record<string, readonly Permission[]>;

export type TokenRole = keyof typeof ROLE_PERMISSIONS;

/** The roles of an institution in one network; several roles add up (design 1). */
export const MEMBERSHIP_ROLES = ['governor', 'furnisher', 'querier'] as const;

export type MembershipRole = (typeof MEMBERSHIP_ROLES)[number];
