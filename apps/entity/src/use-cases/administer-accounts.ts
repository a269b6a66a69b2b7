import {
  AccountChanged,
  conflict,
  denied,
  quoted,
  type AccountStatus,
  type Permission,
  type Principal,
} from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { openAccount, stateOfAccount, type Account } from '../domain/account.js';
import { AccountRepository } from '../storage/account-repository.js';
import { ClientRepository } from '../storage/client-repository.js';
import type { Page } from '../storage/page.js';
import { AccountAdministrators, type Place } from './account-administrators.js';

/** Of another institution: an auditor names the accounts that acted. */
const READERS = ['network:admin', 'audit:read'] as const satisfies readonly Permission[];

/** The accounts of an institution (design 7). */
@Injectable()
export class AdministerAccounts {
  constructor(
    private readonly transactions: Transactions,
    private readonly administrators: AccountAdministrators,
    private readonly accounts: AccountRepository,
    private readonly clients: ClientRepository,
  ) {}

  /**
   * The own accounts for each account of the institution (0148).
   * @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND when the institution is not visible in the
   *   network
   */
  async list(principal: Principal, place: Place, page: Page): Promise<Account[]> {
    const isItself = principal.entity_id === place.entityId;
    if (!isItself && !READERS.some((permission) => principal.permissions.includes(permission))) {
      throw denied('permission_missing', `the account has none of ${quoted(READERS.join(', '))}`);
    }
    await this.administrators.require(principal, place);
    return this.accounts.list(place.entityId, page);
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND, RESOURCE_CONFLICT when it already exists */
  async add(
    principal: Principal,
    place: Place,
    input: Pick<Account, 'subject' | 'email'> & { readonly id: string | undefined },
  ): Promise<Account> {
    const { homeNetworkId } = await this.administrators.require(principal, place);
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
    const { homeNetworkId } = await this.administrators.require(principal, place);
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
}
