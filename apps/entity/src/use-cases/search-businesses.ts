import { normaliseEin } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Business } from '../domain/business.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { findNewest } from '../storage/find-newest.js';
import { placeOf } from '../storage/search-place.js';
import { businessSearch, type BusinessFilter } from '../storage/search-identities.js';
import { IdentitySearch } from './identity-search.js';

/** The parameters as submitted. */
export interface BusinessCriteria extends Omit<BusinessFilter, 'einIndex' | 'relatedTo' | 'after'> {
  /** The id of the last result of the page before. */
  readonly after?: string | undefined;
  readonly federalEin?: number | undefined;
}

/** `GET /v1/entities/business/search` (contract 4.2, design 5). */
@Injectable()
export class SearchBusinesses {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: IdentifierVault,
    private readonly identitySearch: IdentitySearch,
  ) {}

  /**
   * The businesses that meet all criteria, newest first, after the given one. An invalid EIN has no results.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   * @throws VALIDATION_ERROR when `after` is the id of no subject that the caller may see
   */
  search(principal: Principal, criteria: BusinessCriteria): Promise<Business[]> {
    const { federalEin: given, after: afterId, ...rest } = criteria;
    const ein = given === undefined ? undefined : normaliseEin(given);
    const request = {
      subjectType: 'business' as const,
      networkId: criteria.networkId,
      namesExactly: ein !== undefined,
      criteria: {
        business_legal_name: criteria.legalName,
        business_dba_name: criteria.dbaName,
        business_email: criteria.email,
        federal_ein: ein ?? given?.toString(),
        business_id: criteria.id,
      },
    };
    return this.identitySearch.run(principal, request, async (relatedTo) => {
      if (given !== undefined && ein === undefined) return [];
      const einIndex = ein && this.vault.indexOf({ kind: 'ein', value: ein });
      const { manager } = this.dataSource;
      const { networkId } = criteria;
      const after = await placeOf(manager, BUSINESS_TABLE, { networkId, relatedTo, id: afterId });
      return findNewest(
        manager,
        BUSINESS_TABLE,
        businessSearch({ ...rest, einIndex, relatedTo, after }),
      );
    });
  }
}
