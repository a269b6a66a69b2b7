import { type MembershipRole } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Institution } from '../domain/institution.js';
import { insertNew } from './insert-new.js';
import { InstitutionRow } from './institution-row.js';
import type { Page } from './page.js';

/** An institution with what it may do in one network. */
export interface InstitutionInNetwork extends Institution {
  readonly roles: readonly MembershipRole[];
}

const IN_NETWORK = `
  select i.id, i.org_id as "orgId", i.name, i.home_network_id as "homeNetworkId",
    i.created_at as "createdAt", i.revision, coalesce(m.roles, '{}') as roles
  from institution i left join membership m on m.entity_id = i.id and m.network_id = $1`;

@Injectable()
export class InstitutionRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_CONFLICT when the id or the organization is taken */
  async add(manager: EntityManager, institution: Institution): Promise<void> {
    const taken = 'an institution with that entity_id or org_id exists already';
    await insertNew(manager, InstitutionRow, institution, taken);
  }

  exists(manager: EntityManager, id: string): Promise<boolean> {
    return manager.existsBy(InstitutionRow, { id });
  }

  /** Whether any institution takes part yet. */
  any(manager: EntityManager): Promise<boolean> {
    return manager.exists(InstitutionRow);
  }

  /** The institution as a network knows it: a member of it, or registered by it. */
  async inNetwork(networkId: string, id: string): Promise<InstitutionInNetwork | undefined> {
    const [row] = await this.dataSource.query<InstitutionInNetwork[]>(
      `${IN_NETWORK} where i.id = $2 and (m.roles <> '{}' or i.home_network_id = $1)`,
      [networkId, id],
    );
    return row;
  }

  /** The members of a network, by id. */
  list(networkId: string, page: Page): Promise<InstitutionInNetwork[]> {
    return this.dataSource.query(
      `${IN_NETWORK} where m.roles <> '{}' and ($2::uuid is null or i.id > $2)
       order by i.id limit $3`,
      [networkId, page.after ?? null, page.limit],
    );
  }
}
