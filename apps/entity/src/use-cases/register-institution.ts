import {
  InstitutionRegistered,
  MembershipChanged,
  type MembershipRole,
  type Principal,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { chosenId } from '../domain/chosen-id.js';
import { registerInstitution, stateOfInstitution } from '../domain/institution.js';
import { grantRoles, stateOfMembership } from '../domain/membership.js';
import {
  InstitutionRepository,
  type InstitutionInNetwork,
} from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';

export interface RegistrationInput {
  readonly networkId: string;
  readonly id: string | undefined;
  readonly orgId: string;
  readonly name: string;
  readonly roles: readonly MembershipRole[];
}

/**
 * `POST /v1/networks/{network_id}/institutions`: a new participant with this home network and its
 * roles in it (design 7).
 */
@Injectable()
export class RegisterInstitution {
  constructor(
    private readonly transactions: Transactions,
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
  ) {}

  /**
   * @throws PERMISSION_DENIED, VALIDATION_ERROR, RESOURCE_CONFLICT when the organization already
   *   participates
   */
  register(principal: Principal, input: RegistrationInput): Promise<InstitutionInNetwork> {
    return this.transactions.run(async (tx) => {
      await this.memberships.requireGovernor(principal, input.networkId, tx.manager);
      return this.within(tx, input);
    });
  }

  /**
   * Registers it in a transaction for which a governor has decided.
   * @throws VALIDATION_ERROR, RESOURCE_CONFLICT when the organization already participates
   */
  async within(tx: Transaction, input: RegistrationInput): Promise<InstitutionInNetwork> {
    const { networkId, roles, ...rest } = input;
    const choice = { field: 'entity_id', ownerId: networkId, name: input.orgId };
    const now = new Date();
    const id = chosenId(input.id, choice);
    const institution = registerInstitution({ ...rest, id, homeNetworkId: networkId }, now);
    const place = { networkId, entityId: institution.id };
    const membership = grantRoles(place, undefined, roles, now);
    await this.institutions.add(tx.manager, institution);
    await this.memberships.save(tx.manager, membership);
    tx.publish(InstitutionRegistered, stateOfInstitution(institution));
    tx.publish(MembershipChanged, stateOfMembership(membership));
    const { roles: granted, revision } = membership;
    return { ...institution, roles: granted, membershipRevision: revision };
  }
}
