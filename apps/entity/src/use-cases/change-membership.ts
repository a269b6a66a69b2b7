import {
  MembershipChanged,
  notFound,
  requireRevision,
  type MembershipRole,
  type Principal,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import {
  endMembership,
  grantRoles,
  requireGovernorLeft,
  stateOfMembership,
  type Membership,
} from '../domain/membership.js';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import { NetworkRepository } from '../storage/network-repository.js';

type Place = Pick<Membership, 'networkId' | 'entityId'>;

export interface RolesToGrant {
  readonly roles: readonly MembershipRole[];
  readonly expectedRevision: number | undefined;
}

/** `PUT` and `DELETE /v1/networks/{network_id}/memberships/{entity_id}` (design 7). */
@Injectable()
export class ChangeMembership {
  constructor(
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * Admits an institution or changes its roles.
   * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND when the institution is not visible in the
   *   network, RESOURCE_CONFLICT when it has changed or no governor would be left
   */
  grant(
    principal: Principal,
    place: Place,
    { roles, expectedRevision }: RolesToGrant,
  ): Promise<Membership> {
    return this.change(principal, place, async (current, tx) => {
      if (!(await this.institutions.isKnownTo(tx.manager, principal, place))) {
        throw notFound('not_found', 'institution not found');
      }
      requireRevision('membership', current ?? { revision: 0 }, expectedRevision);
      return grantRoles(place, current, roles, new Date());
    });
  }

  /** Idempotent. @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when no governor would be left */
  end(principal: Principal, place: Place): Promise<Membership> {
    return this.change(principal, place, (current) => Promise.resolve(endMembership(current)));
  }

  private change(
    principal: Principal,
    place: Place,
    decide: (current: Membership | undefined, tx: Transaction) => Promise<Membership>,
  ): Promise<Membership> {
    const { networkId, entityId } = place;
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      await this.networks.lock(tx.manager, networkId);
      // Checked again under the lock: the caller may have lost its role meanwhile.
      await this.memberships.requireGovernor(principal, networkId, tx.manager);
      const current = await this.memberships.find(tx.manager, networkId, entityId);
      const changed = await decide(current, tx);
      // Also without a change: it may be a retry, and is acknowledged when each service applied it.
      requireGovernorLeft(changed, await this.memberships.others(tx.manager, changed));
      await this.memberships.save(tx.manager, changed);
      tx.publish(MembershipChanged, stateOfMembership(changed));
      return changed;
    });
  }
}
