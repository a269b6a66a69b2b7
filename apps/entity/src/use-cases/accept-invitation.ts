import { AccountChanged, idWithin, InvitationChanged } from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import type { SignedUser } from '@ndx/service';
import { currentContext, inRequestContext } from '@ndx/telemetry';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { openAccount, stateOfAccount } from '../domain/account.js';
import type { Institution } from '../domain/institution.js';
import { stateOfInvitation, type Invitation } from '../domain/invitation.js';
import { AccountRepository } from '../storage/account-repository.js';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { InvitationRepository } from '../storage/invitation-repository.js';
import { AcceptableInvitations } from './acceptable-invitations.js';
import { RegisterInstitution } from './register-institution.js';

/** An accepted invitation, with its institution and its account. */
export type Acceptance = Invitation & { readonly entityId: string; readonly accountId: string };

/** `POST /v1/invitations/accept`: the account of a user who has none yet (decision 0129). */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly invitations: InvitationRepository,
    private readonly acceptable: AcceptableInvitations,
    private readonly accounts: AccountRepository,
    private readonly institutions: InstitutionRepository,
    private readonly registration: RegisterInstitution,
  ) {}

  /**
   * Once; a repeated request of the same user has no effect.
   * @throws RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when it has ended or the user has an account,
   *   PERMISSION_DENIED for a user of another organization, SuspendedAccountError
   */
  async accept(user: SignedUser, secret: string): Promise<Acceptance> {
    await this.acceptable.requireNotSuspended(this.dataSource.manager, user);
    const { networkId, entityId: known } = await this.invitations.withSecret(secret);
    const entityId = known ?? idWithin(networkId, user.organization);
    const accountId = idWithin(entityId, user.subject);
    const { requestId = '', ...context } = currentContext();
    // The audit log names the new account as the one that accepted.
    return inRequestContext({ requestId, ...context, accountId, entityId }, () =>
      this.transactions.run(async (tx) => {
        const invitation = await this.invitations.loadBySecret(tx.manager, secret);
        const acceptance: Acceptance = {
          ...invitation,
          ...{ status: 'accepted', endedAt: new Date(), entityId, accountId },
        };
        if (invitation.status === 'accepted' && invitation.accountId === accountId) {
          return acceptance;
        }
        await this.acceptable.require(tx.manager, invitation, user);
        await this.register(tx, invitation, user, acceptance);
        await this.invitations.save(tx.manager, acceptance);
        tx.publish(InvitationChanged, stateOfInvitation(acceptance));
        return acceptance;
      }),
    );
  }

  private async register(
    tx: Transaction,
    invitation: Invitation,
    { subject, organization }: SignedUser,
    { entityId, accountId, email }: Acceptance,
  ): Promise<void> {
    const { homeNetworkId } =
      invitation.entityId === null
        ? await this.registerInstitution(tx, invitation, organization, entityId)
        : await this.institutions.lock(tx.manager, entityId);
    const account = openAccount({ id: accountId, entityId, subject, email }, new Date());
    await this.accounts.add(tx.manager, account);
    tx.publish(AccountChanged, stateOfAccount(account, homeNetworkId));
  }

  private registerInstitution(
    tx: Transaction,
    { networkId, institutionName: name, roles }: Invitation,
    orgId: string,
    id: string,
  ): Promise<Institution> {
    return this.registration.within(tx, { id, networkId, orgId, name, roles });
  }
}
