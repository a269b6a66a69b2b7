import { PERMISSIONS } from './permissions.js';

/** Whether the tokens of a client must be sender-constrained (decision 0120). */
export const TOKEN_BINDINGS = ['optional', 'required'] as const;

export type TokenBinding = (typeof TOKEN_BINDINGS)[number];

export type ClientPermission = Exclude<(typeof PERMISSIONS)[number], 'network:admin'>;

/** A client administers nothing, because it could then register clients (decision 0124). */
export const CLIENT_PERMISSIONS: readonly ClientPermission[] = PERMISSIONS.filter(
  (permission) => permission !== 'network:admin',
);

export const CLIENT_STATUSES = ['registered', 'removed'] as const;
