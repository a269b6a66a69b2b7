import type { AccountStatus } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, type EntityManager } from 'typeorm';
import type { Client } from '../domain/client.js';
import { ClientRow } from './client-row.js';
import type { Page } from './page.js';

/** A client with its account. */
export interface ClientWithAccount extends Client {
  readonly subject: string;
  readonly status: AccountStatus;
}

@Injectable()
export class ClientRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Also a removed one. */
  async find(manager: EntityManager, accountId: string): Promise<Client | undefined> {
    return (await manager.findOneBy(ClientRow, { accountId })) ?? undefined;
  }

  /** Records who registered a client with this subject first, unless somebody did before. */
  async recordFirst(
    manager: EntityManager,
    { clientId, entityId, registeredAt }: Client,
    subject: string,
  ): Promise<void> {
    await manager.query(
      `insert into first_registration (client_id, subject, entity_id, registered_at)
       values ($1, $2, $3, $4) on conflict do nothing`,
      [clientId, subject, entityId, registeredAt],
    );
  }

  async save(manager: EntityManager, client: Client): Promise<void> {
    const { permissions, networkIds, addresses } = client;
    await manager.save(ClientRow, {
      ...client,
      permissions: [...permissions],
      networkIds: [...networkIds],
      addresses: addresses && [...addresses],
    });
  }

  /** The number of clients that the institution has not removed. */
  count(manager: EntityManager, entityId: string): Promise<number> {
    return manager.countBy(ClientRow, { entityId, removedAt: IsNull() });
  }

  /** Those, ordered by the id of their account. Uses the index client_by_entity. */
  list(entityId: string, page: Page): Promise<ClientWithAccount[]> {
    return this.dataSource.query(
      `select c.account_id as "accountId", c.entity_id as "entityId", c.client_id as "clientId",
         c.name, c.permissions, c.network_ids as "networkIds", c.addresses,
         c.token_binding as "tokenBinding", c.registered_by as "registeredBy",
         c.registered_at as "registeredAt", c.removed_at as "removedAt", a.subject, a.status
       from client c join account a on a.id = c.account_id
       where c.entity_id = $1 and c.removed_at is null and c.account_id > $2
       order by c.account_id limit $3`,
      [entityId, page.after, page.limit],
    );
  }
}
