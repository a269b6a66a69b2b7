import { ALL_PERMISSIONS, ROLE_PERMISSIONS, type Permission } from '@ndx/contracts';

const BY_ROLE: ReadonlyMap<unknown, readonly Permission[]> = new Map(
  Object.entries(ROLE_PERMISSIONS),
);

/**
 * The permissions of a token: the ones that it lists (an array, or names separated by spaces), or
 * else the ones of its role. Unknown names grant nothing (design 10).
 */
export function permissionsOf(listed: unknown, role: unknown): readonly Permission[] {
  if (listed === undefined) return BY_ROLE.get(role) ?? [];
  const names: readonly unknown[] = typeof listed === 'string' ? listed.split(' ') : asList(listed);
  return ALL_PERMISSIONS.filter((permission) => names.includes(permission));
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
