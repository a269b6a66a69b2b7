import { denied, notFound, quoted, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Institution } from '../domain/institution.js';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';

/** An institution in a network. */
export interface Place {
  readonly networkId: string;
  readonly entityId: string;
}

/**
 * An account acts for its institution in every network, so only the institution itself and the
 * governors of its home network administer its accounts (design 7).
 */
@Injectable()
export class AccountAdministrators {
  constructor(
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * The institution, if the caller administers its accounts.
   * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND when the institution is not visible in the
   *   network
   */
  async require(principal: Principal, place: Place): Promise<Institution> {
    const { networkId, entityId } = place;
    const isItself = principal.entity_id === entityId;
    if (!isItself) await this.memberships.requireGovernor(principal, networkId);
    const institution = await this.institutions.inNetwork(networkId, entityId);
    if (isItself && !institution)
      throw denied('not_a_member', `not a member of network ${quoted(networkId)}`);
    if (!institution) throw notFound('not_found', 'institution not found');
    if (!isItself && institution.homeNetworkId !== networkId) {
      throw denied(
        'role_missing',
        'only the institution itself and the governors of its home network administer its accounts',
      );
    }
    return institution;
  }
}
