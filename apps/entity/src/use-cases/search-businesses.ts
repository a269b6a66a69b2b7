import { normaliseEin } from '@ndx/catalog';
import { requireMember, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Business } from '../domain/business.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { findNewest } from '../storage/find-newest.js';
import { businessSearch, type BusinessFilter } from '../storage/search-identities.js';

/** The parameters as submitted. */
export interface BusinessCriteria extends Omit<BusinessFilter, 'einIndex'> {
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
   * The businesses that meet all criteria, newest first. An invalid EIN has no results.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async search(principal: Principal, criteria: BusinessCriteria): Promise<Business[]> {
    requireMember(principal, criteria.networkId);
    const { federalEin: given, ...rest } = criteria;
    const ein = given === undefined ? undefined : normaliseEin(given);
    if (given !== undefined && ein === undefined) return [];
    const einIndex = ein && this.vault.indexOf({ kind: 'ein', value: ein });
    const query = businessSearch({ ...rest, einIndex });
    return findNewest(this.dataSource.manager, BUSINESS_TABLE, query);
  }
}
