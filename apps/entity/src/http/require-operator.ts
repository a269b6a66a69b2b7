import { denied, type Principal } from '@ndx/contracts';

/** @throws PERMISSION_DENIED without `service:read`, which reading the launcher's stores needs */
export function requireOperator({ permissions }: Principal, what: 'traces' | 'log lines'): void {
  if (permissions.includes('service:read')) return;
  throw denied('permission_missing', `reading ${what} needs the permission service:read`);
}
