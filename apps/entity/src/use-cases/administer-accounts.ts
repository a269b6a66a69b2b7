import {
  AccountChanged,
  conflict,
  denied,
  notFound,
  type AccountStatus,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { openAccount, stateOfAccount, type Account } from '../domain/account.js';
import type { Institution } from '../domain/institution.js';
import { AccountRepository } from '../storage/account-repository.js';
import { ClientRepository } from '../storage/client-repository.js';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';
import type { Page } from '../storage/page.js';

interface Place {
  readonly networkId: string;
  readonly entityId: string;
}

/**
 * The accounts of an institution (design 7). An account acts for its institution in every network,
 * so only the institution itself and the governors of its home network may add one.
 */
@Injectable()
export class AdministerAccounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
    private readonly accounts: AccountRepository,
    private readonly clients: ClientRepository,
  ) {}

  /**
   * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND when the institution is not visible in the
   *   network
   */
  async list(principal: Principal, place: Place, page: Page): Promise<Account[]> {
    await this.requireAdministrator(principal, place);
    return this.accounts.list(place.entityId, page);
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when it already exists */
  async add(
    principal: Principal,
    place: Place,
    input: Pick<Account, 'subject' | 'email'> & { readonly id: string | undefined },
  ): Promise<Account> {
    const { homeNetworkId } = await this.requireAdministrator(principal, place);
    return this.transactions.run(async ({ manager, publish }) => {
      const account = openAccount({ ...input, entityId: place.entityId }, new Date());
      await this.accounts.add(manager, account);
      publish(AccountChanged, stateOfAccount(account, homeNetworkId));
      return account;
    });
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT for a removed client */
  async setStatus(
    principal: Principal,
    place: Place,
    accountId: string,
    status: AccountStatus,
  ): Promise<Account> {
    const { homeNetworkId } = await this.requireAdministrator(principal, place);
    return this.transactions.run(async ({ manager, publish }) => {
      const current = await this.accounts.load(manager, place.entityId, accountId);
      const client = await this.clients.find(manager, accountId);
      if (status === 'active' && client?.removedAt) {
        throw conflict('client_removed', 'the account is of a client that was removed');
      }
      // Also without a change: it may be a retry, and is acknowledged when each service applied it.
      const account = { ...current, status, revision: current.revision + 1 };
      await this.accounts.save(manager, account);
      publish(AccountChanged, stateOfAccount(account, homeNetworkId));
      return account;
    });
  }

  private async requireAdministrator(principal: Principal, place: Place): Promise<Institution> {
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
