import { listCountOf, MAX_COUNTED_ITEMS } from '@ndx/api';
import { normaliseSsn } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consumer } from '../domain/consumer.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { countMatches, findNewest } from '../storage/find-newest.js';
import { placeOf } from '../storage/search-place.js';
import { consumerSearch, type ConsumerFilter } from '../storage/search-identities.js';
import { IdentitySearch } from './identity-search.js';

type Filter = Omit<ConsumerFilter, 'after' | 'limit'>;

/** The parameters as submitted. */
export interface ConsumerCriteria extends Omit<Filter, 'ssnIndex' | 'relatedTo'> {
  readonly socialSecurityNumber?: string | undefined;
}

interface ConsumerPage extends ConsumerCriteria {
  readonly limit: number;
  /** The id of the last result of the page before. */
  readonly after?: string | undefined;
}

/** `GET /v1/entities/consumer/search` (contract 4.2, design 5), and the count of its results. */
@Injectable()
export class SearchConsumers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: IdentifierVault,
    private readonly identitySearch: IdentitySearch,
  ) {}

  /**
   * The consumers that meet all criteria, newest first, after the given one. An invalid SSN has no results.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   * @throws VALIDATION_ERROR when `after` is the id of no subject that the caller may see
   */
  search(
    principal: Principal,
    { after: id, limit, ...criteria }: ConsumerPage,
  ): Promise<Consumer[]> {
    const { manager } = this.dataSource;
    return this.run(principal, criteria, async (filter) => {
      if (filter === undefined) return [];
      const after = await placeOf(manager, CONSUMER_TABLE, { ...filter, id });
      return findNewest(manager, CONSUMER_TABLE, consumerSearch({ ...filter, limit, after }));
    });
  }

  /**
   * How many consumers meet all criteria.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  count(principal: Principal, criteria: ConsumerCriteria) {
    const limit = MAX_COUNTED_ITEMS + 1;
    return this.run(principal, criteria, async (filter) => {
      if (filter === undefined) return listCountOf(0);
      const query = consumerSearch({ ...filter, limit });
      return listCountOf(await countMatches(this.dataSource.manager, CONSUMER_TABLE, query));
    });
  }

  /** @param find given no filter when no consumer can match */
  private run<Found extends readonly unknown[] | { readonly count: number }>(
    principal: Principal,
    { socialSecurityNumber: given, ...criteria }: ConsumerCriteria,
    find: (
      filter: (Filter & { readonly relatedTo: string | undefined }) | undefined,
    ) => Promise<Found>,
  ): Promise<Found> {
    const ssn = given === undefined ? undefined : normaliseSsn(given);
    const request = {
      subjectType: 'consumer' as const,
      networkId: criteria.networkId,
      namesExactly: ssn !== undefined,
      criteria: Object.entries({
        first_name: criteria.firstName,
        last_name: criteria.lastName,
        personal_email: criteria.personalEmail,
        social_security_number: ssn ?? given,
        date_of_birth: criteria.dateOfBirth,
        consumer_id: criteria.id,
      }),
    };
    return this.identitySearch.run(principal, request, (relatedTo) => {
      if (given !== undefined && ssn === undefined) return find(undefined);
      const ssnIndex = ssn && this.vault.indexOf({ kind: 'ssn', value: ssn });
      return find({ ...criteria, ssnIndex, relatedTo });
    });
  }
}
