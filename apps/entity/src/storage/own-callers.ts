import type { CallerTables } from '@ndx/service';

/** The accounts and memberships themselves: an end applies once it is committed. */
export const OWN_CALLERS: CallerTables = {
  isSuspended: (accountId) =>
    `exists (select from account where id = ${accountId} and status = 'suspended')`,
  roles: (networkId, entityId) =>
    `(select roles from membership where network_id = ${networkId}::uuid and entity_id = ${entityId}::uuid)`,
};
