import { listCountOf, MAX_COUNTED_ITEMS } from '@ndx/api';
import { normaliseEin } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Business } from '../domain/business.js';
import { BUSINESS_TABLE } from '../storage/business-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { countMatches, findNewest } from '../storage/find-newest.js';
import { placeOf } from '../storage/search-place.js';
import { businessSearch, type BusinessFilter } from '../storage/search-identities.js';
import { IdentitySearch } from './identity-search.js';

type Filter = Omit<BusinessFilter, 'after' | 'limit'>;

/** The parameters as submitted. */
export interface BusinessCriteria extends Omit<Filter, 'einIndex' | 'relatedTo'> {
  readonly federalEin?: number | undefined;
}

interface BusinessPage extends BusinessCriteria {
  readonly limit: number;
  /** The id of the last result of the page before. */
  readonly after?: string | undefined;
}

/** `GET /v1/entities/business/search` (contract 4.2, design 5), and the count of its results. */
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
  search(
    principal: Principal,
    { after: id, limit, ...criteria }: BusinessPage,
  ): Promise<Business[]> {
    const { manager } = this.dataSource;
    return this.run(principal, criteria, async (filter) => {
      if (filter === undefined) return [];
      const after = await placeOf(manager, BUSINESS_TABLE, { ...filter, id });
      return findNewest(manager, BUSINESS_TABLE, businessSearch({ ...filter, limit, after }));
    });
  }

  /**
   * How many businesses meet all criteria.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  count(principal: Principal, criteria: BusinessCriteria) {
    const limit = MAX_COUNTED_ITEMS + 1;
    return this.run(principal, criteria, async (filter) => {
      if (filter === undefined) return listCountOf(0);
      const query = businessSearch({ ...filter, limit });
      return listCountOf(await countMatches(this.dataSource.manager, BUSINESS_TABLE, query));
    });
  }

  /** @param find given no filter when no business can match */
  private run<Found extends readonly unknown[] | { readonly count: number }>(
    principal: Principal,
    { federalEin: given, ...criteria }: BusinessCriteria,
    find: (
      filter: (Filter & { readonly relatedTo: string | undefined }) | undefined,
    ) => Promise<Found>,
  ): Promise<Found> {
    const ein = given === undefined ? undefined : normaliseEin(given);
    const request = {
      subjectType: 'business' as const,
      networkId: criteria.networkId,
      namesExactly: ein !== undefined,
      criteria: Object.entries({
        business_legal_name: criteria.legalName,
        business_dba_name: criteria.dbaName,
        business_email: criteria.email,
        federal_ein: ein ?? given?.toString(),
        business_id: criteria.id,
      }),
    };
    return this.identitySearch.run(principal, request, (relatedTo) => {
      if (given !== undefined && ein === undefined) return find(undefined);
      const einIndex = ein && this.vault.indexOf({ kind: 'ein', value: ein });
      return find({ ...criteria, einIndex, relatedTo });
    });
  }
}
