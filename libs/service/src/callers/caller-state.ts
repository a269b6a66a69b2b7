import { AUTHENTICATION_ERRORS, type MembershipRole, type Principal } from '@ndx/contracts';

/** What a service knows of a caller, beside its principal, which the gateway may have cached. */
export interface CallerState {
  readonly isSuspended: boolean;
  /** The roles that are left in each network in which the caller lost one; null: it lost none. */
  readonly roles: Readonly<Record<string, readonly MembershipRole[]>> | null;
}

/** SQL of accounts and memberships, for the SQL of their ids. */
export interface CallerTables {
  /** Whether an account is suspended. */
  readonly isSuspended: (accountId: string) => string;
  /** The roles of an institution in a network as `text[]`; null: unknown, so the principal holds. */
  readonly roles: (networkId: string, entityId: string) => string;
}

/** The read models that each service has except entity. */
export const CALLER_READ_MODELS: CallerTables = {
  isSuspended: (accountId) =>
    `exists (select from account_copy where account_id = ${accountId} and status = 'suspended')`,
  roles: (networkId, entityId) =>
    `(select roles from membership_copy where membership = ${networkId} || '/' || ${entityId})`,
};

/** SQL of the state of a caller as JSON text; each part is a look-up by key. */
export function callerStateSql(
  { isSuspended, roles }: CallerTables,
  caller: {
    /** SQL of a `uuid`. */
    readonly accountId: string;
    /** SQL of a `text`. */
    readonly entityId: string;
    /** SQL of rows: a network as `text`, and the roles that the principal names as `text[]`. */
    readonly memberships: string;
  },
): string {
  return `json_build_object('isSuspended', ${isSuspended(caller.accountId)}, 'roles', (
    select json_object_agg(network_id, remaining) from (
      select held.network_id, held.roles, ${roles('held.network_id', caller.entityId)} as remaining
      from ${caller.memberships} as held (network_id, roles) offset 0) as known
    where not remaining @> roles))::text`;
}

/** The account was suspended after the gateway had resolved it: answered like the gateway does. */
export class SuspendedAccountError extends Error {
  readonly status = AUTHENTICATION_ERRORS.noAccount.status;

  constructor() {
    super(AUTHENTICATION_ERRORS.noAccount.detail);
  }
}

/**
 * The principal without the roles that the caller has lost; the same object when it lost none.
 * @throws SuspendedAccountError
 */
export function currentPrincipal(
  principal: Principal,
  { isSuspended, roles }: CallerState,
): Principal {
  if (isSuspended) throw new SuspendedAccountError();
  if (roles === null) return principal;
  const memberships = principal.memberships.flatMap((membership) => {
    const left = membership.roles.filter(
      (role) => roles[membership.network_id]?.includes(role) ?? true,
    );
    return left.length > 0 ? [{ ...membership, roles: left }] : [];
  });
  return { ...principal, memberships };
}
