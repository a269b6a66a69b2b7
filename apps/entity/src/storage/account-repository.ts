import type { AnswerOf, resolveAccount } from '@ndx/api';
import { notFound, type AccountStatus } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { Account } from '../domain/account.js';
import { AccountRow } from './account-row.js';
import { insertNew } from './insert-new.js';
import type { Page } from './page.js';

/** An account with its institution, its memberships in the order of joining, and its client. */
export type ResolvedAccount = AnswerOf<typeof resolveAccount>;

/**
 * A client needs bound tokens if its institution or the governor of one of its networks requires
 * them (decision 0124).
 */
const resolving = (account: string) => `
select a.id as account_id, a.entity_id, (
  select coalesce(json_agg(json_build_object('network_id', m.network_id, 'roles', m.roles,
    'country', n.country) order by m.joined_at, m.network_id), '[]')
  from membership m join network n on n.id = m.network_id
  where m.entity_id = a.entity_id and m.roles <> '{}'
    and (c.account_id is null or m.network_id = any(c.network_ids))) as memberships,
  case when c.account_id is not null then json_build_object('client_id', c.client_id,
    'permissions', c.permissions, 'addresses', c.addresses, 'token_binding', case when exists (
      select from membership m join network n on n.id = m.network_id
      where m.entity_id = a.entity_id and m.roles <> '{}' and m.network_id = any(c.network_ids)
        and n.client_token_binding = 'required') then 'required' else c.token_binding end)
  end as client
from (${account}) a
left join client c on c.account_id = a.id
where a.status = 'active' and c.removed_at is null`;

const BY_ORGANIZATION = resolving(`
select a.* from institution i join account a on a.entity_id = i.id
where i.org_id = $1 and a.subject = $2
order by i.created_at, i.id limit 1`);

/** Uses the index client_by_client_id, and the primary key of first_registration. */
const BY_CLIENT = resolving(`
select a.* from (
  select a.*, count(*) over () as registrations
  from client r join account a on a.id = r.account_id
  where r.client_id = $1 and a.subject = $2 and r.removed_at is null) a
join first_registration f on f.client_id = $1 and f.subject = $2 and f.entity_id = a.entity_id
where a.registrations = 1`);

@Injectable()
export class AccountRepository {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * The active account of a token's user and organization. Several networks may have registered the
   * organization (decision 0036): of the registrations with this user the first one applies, so
   * that registering an organization again does not take over its users.
   */
  async resolve(subject: string, organization: string): Promise<ResolvedAccount | undefined> {
    return this.resolved(BY_ORGANIZATION, [organization, subject]);
  }

  /**
   * The active account of a client that exactly one institution registered with this subject, if no
   * other one did before (decision 0143). With several ones, also of suspended accounts, the token
   * does not say which it acts for.
   */
  async resolveClient(subject: string, clientId: string): Promise<ResolvedAccount | undefined> {
    return this.resolved(BY_CLIENT, [clientId, subject]);
  }

  private async resolved(
    statement: string,
    parameters: readonly string[],
  ): Promise<ResolvedAccount | undefined> {
    const [row] = await this.dataSource.query<
      (Omit<ResolvedAccount, 'client'> & { readonly client: ResolvedAccount['client'] | null })[]
    >(statement, [...parameters]);
    if (!row) return undefined;
    const { client, ...account } = row;
    return client ? { ...account, client } : account;
  }

  /** The status of the accounts of a token's user and organization, in any registration. */
  async statusesOf(
    manager: EntityManager,
    { subject, organization }: { readonly subject: string; readonly organization: string },
  ): Promise<AccountStatus[]> {
    const rows = await manager.query<{ readonly status: AccountStatus }[]>(
      `select distinct a.status from institution i join account a on a.entity_id = i.id
       where i.org_id = $1 and a.subject = $2`,
      [organization, subject],
    );
    return rows.map(({ status }) => status);
  }

  /** The user of an account. @throws RESOURCE_NOT_FOUND */
  async subjectOf(id: string): Promise<string> {
    const row = await this.dataSource.manager.findOneBy(AccountRow, { id });
    if (!row) throw notFound('not_found', 'account not found');
    return row.subject;
  }

  /** Whether an account is not suspended. */
  isActive(manager: EntityManager, id: string): Promise<boolean> {
    return manager.existsBy(AccountRow, { id, status: 'active' });
  }

  /** Whether an account is not suspended, and its institution governs the network. */
  async governs(manager: EntityManager, id: string, networkId: string): Promise<boolean> {
    const [found] = await manager.query<{ readonly governs: boolean }[]>(
      `select a.status = 'active' and coalesce(m.roles @> '{governor}', false) as governs
       from account a left join membership m on m.entity_id = a.entity_id and m.network_id = $2
       where a.id = $1`,
      [id, networkId],
    );
    return found?.governs === true;
  }

  /** @throws RESOURCE_CONFLICT when the institution already has the account */
  async add(manager: EntityManager, account: Account): Promise<void> {
    const taken = 'the institution already has an account with that subject';
    await insertNew(manager, AccountRow, account, taken);
  }

  /** Locks it for a change. @throws RESOURCE_NOT_FOUND when it is not the institution's */
  async load(manager: EntityManager, entityId: string, id: string): Promise<Account> {
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await manager.findOne(AccountRow, { where: { id, entityId }, lock });
    if (!row) throw notFound('not_found', 'account not found');
    return row;
  }

  /** Locks the account of a user of the institution for a change. */
  async loadBySubject(
    manager: EntityManager,
    entityId: string,
    subject: string,
  ): Promise<Account | undefined> {
    const lock = { mode: 'pessimistic_write' } as const;
    const where = { entityId, subject };
    return (await manager.findOne(AccountRow, { where, lock })) ?? undefined;
  }

  async save(manager: EntityManager, account: Account): Promise<void> {
    await manager.save(AccountRow, { ...account });
  }

  /** The accounts of an institution, ordered by id. */
  list(entityId: string, page: Page): Promise<Account[]> {
    return this.dataSource.manager.find(AccountRow, {
      where: { entityId, ...(page.after && { id: MoreThan(page.after) }) },
      order: { id: 'ASC' },
      take: page.limit,
    });
  }
}
