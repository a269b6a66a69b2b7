import { normaliseSsn } from '@ndx/catalog';
import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consumer } from '../domain/consumer.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { findNewest } from '../storage/find-newest.js';
import { placeOf } from '../storage/search-place.js';
import { consumerSearch, type ConsumerFilter } from '../storage/search-identities.js';
import { IdentitySearch } from './identity-search.js';

/** The parameters as submitted. */
export interface ConsumerCriteria extends Omit<ConsumerFilter, 'ssnIndex' | 'relatedTo' | 'after'> {
  /** The id of the last result of the page before. */
  readonly after?: string | undefined;
  readonly socialSecurityNumber?: string | undefined;
}

/** `GET /v1/entities/consumer/search` (contract 4.2, design 5). */
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
  search(principal: Principal, criteria: ConsumerCriteria): Promise<Consumer[]> {
    const { socialSecurityNumber: given, after: afterId, ...rest } = criteria;
    const ssn = given === undefined ? undefined : normaliseSsn(given);
    const request = {
      subjectType: 'consumer' as const,
      networkId: criteria.networkId,
      namesExactly: ssn !== undefined,
      criteria: {
        first_name: criteria.firstName,
        last_name: criteria.lastName,
        personal_email: criteria.personalEmail,
        social_security_number: ssn ?? given,
        date_of_birth: criteria.dateOfBirth,
        consumer_id: criteria.id,
      },
    };
    return this.identitySearch.run(principal, request, async (relatedTo) => {
      if (given !== undefined && ssn === undefined) return [];
      const ssnIndex = ssn && this.vault.indexOf({ kind: 'ssn', value: ssn });
      const { manager } = this.dataSource;
      const { networkId } = criteria;
      const after = await placeOf(manager, CONSUMER_TABLE, { networkId, relatedTo, id: afterId });
      return findNewest(
        manager,
        CONSUMER_TABLE,
        consumerSearch({ ...rest, ssnIndex, relatedTo, after }),
      );
    });
  }
}
