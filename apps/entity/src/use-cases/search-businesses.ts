import { normaliseEin } from '@ndx/catalog';
import { requireMember, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Business } from '../domain/business.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { selectWhere } from '../storage/identity-table.js';
import { SearchQuery } from '../storage/search-query.js';

export interface BusinessCriteria {
  readonly networkId: string;
  readonly limit: number;
  readonly legalName?: string | undefined;
  readonly dbaName?: string | undefined;
  readonly email?: string | undefined;
  readonly federalEin?: number | undefined;
}

/** `GET /v1/entities/business/search` (contract 4.2, design 5). */
@Injectable()
export class SearchBusinesses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: IdentifierVault,
  ) {}

  /**
   * What meets all the criteria, newest first. A number that is no EIN is nobody's.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async run(principal: Principal, criteria: BusinessCriteria): Promise<Business[]> {
    const { networkId, federalEin, limit } = criteria;
    requireMember(principal, networkId);
    const query = new SearchQuery()
      .equal('network_id', networkId)
      .contains('legal_name_folded', criteria.legalName)
      .contains('dba_name_folded', criteria.dbaName)
      .contains('email', criteria.email);
    if (federalEin !== undefined) {
      const ein = normaliseEin(federalEin);
      if (ein === undefined) return [];
      query.equal('ein_index', this.vault.indexOf({ kind: 'ein', value: ein }));
    }
    const { manager } = this.dataSource;
    return selectWhere(manager, BUSINESS_TABLE, query.newest(limit), query.parameters);
  }
}
