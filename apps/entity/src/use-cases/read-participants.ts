import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import type { Membership } from '../domain/membership.js';
import {
  InstitutionRepository,
  type InstitutionInNetwork,
} from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import type { Page } from '../storage/page.js';

/** Who takes part in a network, for its governors (design 7). */
@Injectable()
export class ReadParticipants {
  constructor(
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /** @throws PERMISSION_DENIED */
  async listInstitutions(
    principal: Principal,
    networkId: string,
    page: Page,
  ): Promise<InstitutionInNetwork[]> {
    await this.memberships.requireGovernor(principal, networkId);
    return this.institutions.list(networkId, page);
  }

  /** @throws PERMISSION_DENIED */
  async listMemberships(
    principal: Principal,
    networkId: string,
    page: Page,
  ): Promise<Membership[]> {
    await this.memberships.requireGovernor(principal, networkId);
    return this.memberships.list(networkId, page);
  }
}
