import {
  AccountChanged,
  MembershipChanged,
  type AccountStatus,
  type MembershipRole,
} from '@ndx/contracts';
import { ownedRow, revisionAfter, type OwnedAggregate } from '@ndx/replication';
import { stateOfAccount, type Account } from '../domain/account.js';
import type { Institution } from '../domain/institution.js';
import { stateOfMembership, type Membership } from '../domain/membership.js';
import { AccountRow } from '../storage/account-row.js';
import { InstitutionRow } from '../storage/institution-row.js';
import { MembershipRow } from '../storage/membership-row.js';

/** Recovers a membership whose read model is ahead: only the roles that both have are left. */
export const OWNED_MEMBERSHIPS: OwnedAggregate = {
  aggregate: 'membership',
  async recover({ manager, publish }, readModel) {
    const [networkId = '', entityId = ''] = readModel.key.split('/');
    const lock = { mode: 'pessimistic_write' } as const;
    const own: Membership | null = await manager.findOne(MembershipRow, {
      where: { networkId, entityId },
      lock,
    });
    if (!own) return 'unknown';
    const { roles = own.roles } = readModel.state as { readonly roles?: readonly MembershipRole[] };
    const recovered = {
      ...own,
      roles: own.roles.filter((role) => roles.includes(role)),
      revision: revisionAfter(own, readModel),
    };
    await manager.save(MembershipRow, recovered);
    publish(MembershipChanged, stateOfMembership(recovered));
    return recovered.roles.length === own.roles.length ? 'republished' : 'recovered';
  },
};

/** Recovers an account whose read model is ahead: it is suspended if either is. */
export const OWNED_ACCOUNTS = ownedRow<Account>(
  'account',
  AccountRow,
  async ({ manager, publish }, own, readModel) => {
    const replicated = readModel.state as { readonly status?: AccountStatus };
    const isSuspended = [own.status, replicated.status].includes('suspended');
    const recovered: Account = {
      ...own,
      status: isSuspended ? 'suspended' : 'active',
      revision: revisionAfter(own, readModel),
    };
    await manager.save(AccountRow, { ...recovered });
    const { homeNetworkId } = await manager.findOneByOrFail<Institution>(InstitutionRow, {
      id: own.entityId,
    });
    publish(AccountChanged, stateOfAccount(recovered, homeNetworkId));
    return recovered.status === own.status ? 'republished' : 'recovered';
  },
);
