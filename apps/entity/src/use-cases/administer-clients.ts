import {
  AccountChanged,
  BOUNDS,
  ClientChanged,
  conflict,
  invalid,
  notFound,
  type Principal,
} from '@ndx/contracts';
import { Transactions, type Transaction } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { openAccount, stateOfAccount, type Account } from '../domain/account.js';
import {
  requireGrantable,
  stateOfClient,
  type Client,
  type ClientTerms,
} from '../domain/client.js';
import { AccountRepository } from '../storage/account-repository.js';
import { ClientRepository, type ClientWithAccount } from '../storage/client-repository.js';
import { InstitutionRepository } from '../storage/institution-repository.js';
import { MembershipRepository } from '../storage/membership-repository.js';

/** The clients of the caller's institution: programs, each with an account (decision 0124). */
@Injectable()
export class AdministerClients {
  constructor(
    private readonly transactions: Transactions,
    private readonly institutions: InstitutionRepository,
    private readonly memberships: MembershipRepository,
    private readonly accounts: AccountRepository,
    private readonly clients: ClientRepository,
  ) {}

  /**
   * Registers a client, with a new account or the one that the subject has.
   * @throws VALIDATION_ERROR, PERMISSION_DENIED, RESOURCE_CONFLICT when the subject is registered or
   *   the institution has as many clients as it may have
   */
  register(principal: Principal, subject: string, terms: ClientTerms): Promise<ClientWithAccount> {
    const { entity_id: entityId, account_id: registeredBy } = principal;
    return this.transactions.run(async (tx) => {
      // The lock lets concurrent registrations count each other.
      const { homeNetworkId } = await this.institutions.lock(tx.manager, entityId);
      requireGrantable(terms, principal, await this.memberships.networksOf(tx.manager, entityId));
      const account = await this.activeAccount(tx, principal, subject);
      const { clients: most } = BOUNDS.institution;
      if ((await this.clients.count(tx.manager, entityId)) >= most) {
        throw conflict('limit_reached', `an institution has at most ${most} clients`);
      }
      const client: Client = {
        ...{ ...terms, entityId, registeredBy },
        ...{ accountId: account.id, registeredAt: new Date(), removedAt: null },
      };
      await this.clients.save(tx.manager, client);
      await this.clients.recordFirst(tx.manager, client, subject);
      tx.publish(AccountChanged, stateOfAccount(account, homeNetworkId));
      tx.publish(ClientChanged, stateOfClient(client));
      return { ...client, subject, status: account.status };
    });
  }

  /** Ends the account of a client. Idempotent. @throws RESOURCE_NOT_FOUND */
  remove({ entity_id: entityId }: Principal, accountId: string): Promise<ClientWithAccount> {
    return this.transactions.run(async (tx) => {
      const { homeNetworkId } = await this.institutions.lock(tx.manager, entityId);
      const current = await this.clients.find(tx.manager, accountId);
      if (current?.entityId !== entityId) throw notFound('not_found', 'client not found');
      const account = await this.accounts.load(tx.manager, entityId, accountId);
      const ended: Account = { ...account, status: 'suspended', revision: account.revision + 1 };
      const removed: Client = { ...current, removedAt: current.removedAt ?? new Date() };
      await this.accounts.save(tx.manager, ended);
      await this.clients.save(tx.manager, removed);
      // Also without a change: it may be a retry, and is acknowledged when each service applied it.
      tx.publish(AccountChanged, stateOfAccount(ended, homeNetworkId));
      if (current.removedAt === null) tx.publish(ClientChanged, stateOfClient(removed));
      return { ...removed, subject: ended.subject, status: ended.status };
    });
  }

  /** A new account, or the one with the subject, locked and active, unless it is of a client. */
  private async activeAccount(
    { manager }: Transaction,
    { entity_id: entityId, account_id: caller }: Principal,
    subject: string,
  ): Promise<Account> {
    const known = await this.accounts.loadBySubject(manager, entityId, subject);
    if (known === undefined) {
      const account = openAccount({ entityId, subject, email: null }, new Date());
      await this.accounts.add(manager, account);
      return account;
    }
    if (known.id === caller) {
      throw invalid('invalid_value', 'subject: the account that registers a client is no client');
    }
    const client = await this.clients.find(manager, known.id);
    if (client?.removedAt === null) {
      throw conflict('already_exists', 'the institution already has a client with that subject');
    }
    const account: Account = { ...known, status: 'active', revision: known.revision + 1 };
    await this.accounts.save(manager, account);
    return account;
  }
}
