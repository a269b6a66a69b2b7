import {
  denied,
  notFound,
  type IdentityVisibility,
  type MembershipRole,
  type PolicyChanges,
  type Principal,
  quoted,
} from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Network } from '../domain/network.js';
import { insertNew } from './insert-new.js';
import { NetworkRow } from './network-row.js';
import type { Reader } from './identity-table.js';
import type { Page } from './page.js';

/** A network with the caller's roles in it. */
export interface NetworkOfCaller extends Network {
  readonly roles: readonly MembershipRole[];
}

@Injectable()
export class NetworkRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_CONFLICT when its founder has already founded it */
  async add(manager: EntityManager, network: Network): Promise<void> {
    await insertNew(
      manager,
      NetworkRow,
      network,
      'the institution has already created a network with that name',
    );
  }

  /** Locks the network, so that membership changes are sequential. @throws RESOURCE_NOT_FOUND */
  async lock(manager: EntityManager, id: string): Promise<Network> {
    const lock = { mode: 'pessimistic_write' } as const;
    const row = await manager.findOne(NetworkRow, { where: { id }, lock });
    if (!row) throw notFound('not_found', 'network not found');
    return row;
  }

  /** @throws RESOURCE_NOT_FOUND */
  async visibilityOf(reader: Reader, id: string): Promise<IdentityVisibility> {
    const [row] = await reader.query<{ visibility: IdentityVisibility }[]>(
      'select identity_visibility as visibility from network where id = $1',
      [id],
    );
    if (!row) throw notFound('not_found', 'network not found');
    return row.visibility;
  }

  /** @throws RESOURCE_NOT_FOUND */
  async nameOf(id: string): Promise<string> {
    const network = await this.dataSource.manager.findOneBy(NetworkRow, { id });
    if (!network) throw notFound('not_found', 'network not found');
    return network.name;
  }

  /** @throws RESOURCE_NOT_FOUND */
  async policyChangesOf(id: string): Promise<PolicyChanges> {
    const network = await this.dataSource.manager.findOneBy(NetworkRow, { id });
    if (!network) throw notFound('not_found', 'network not found');
    return network.policyChanges;
  }

  async save(manager: EntityManager, changed: Network, changedBy: string | null): Promise<void> {
    await manager.save(NetworkRow, { ...changed, changedBy });
  }

  /** The networks of the caller's institution, ordered by id. */
  list(caller: Principal, page: Page): Promise<NetworkOfCaller[]> {
    return this.ofCaller(caller, page);
  }

  /** @throws PERMISSION_DENIED when the caller does not belong to it, whether or not it exists */
  async read(caller: Principal, id: string): Promise<NetworkOfCaller> {
    const [network] = await this.ofCaller(caller, { limit: 1 }, id);
    if (!network) throw denied('not_a_member', `not a member of network ${quoted(id)}`);
    return network;
  }

  /**
   * The networks of the caller's institution, or those of them for which a client is registered;
   * with an `id`, only that one.
   */
  private ofCaller(caller: Principal, page: Page, id?: string): Promise<NetworkOfCaller[]> {
    return this.dataSource.query(
      `select n.id, n.name, n.country, n.identity_visibility as "identityVisibility",
         n.dispute_acknowledge_days as "disputeAcknowledgeDays",
         n.dispute_decide_days as "disputeDecideDays", n.records_of_leavers as "recordsOfLeavers",
         n.policy_changes as "policyChanges", n.client_token_binding as "clientTokenBinding",
         n.direct_changes_requested_by as "directChangesRequestedBy",
         n.created_at as "createdAt", n.revision, m.roles
       from membership m join network n on n.id = m.network_id
       where m.entity_id = $1 and m.roles <> '{}'
         and ($2::uuid is null or n.id = $2) and ($3::uuid is null or n.id > $3)
         and not exists (select from client c
           where c.account_id = $5 and not n.id = any(c.network_ids))
       order by n.id limit $4`,
      [caller.entity_id, id ?? null, page.after ?? null, page.limit, caller.account_id],
    );
  }
}
