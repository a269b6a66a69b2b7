import { normaliseSsn } from '@ndx/catalog';
import { requireMember, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Consumer } from '../domain/consumer.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { selectWhere } from '../storage/identity-table.js';
import { SearchQuery } from '../storage/search-query.js';

export interface ConsumerCriteria {
  readonly networkId: string;
  readonly limit: number;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly personalEmail?: string | undefined;
  readonly socialSecurityNumber?: string | undefined;
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string | undefined;
}

/** `GET /v1/entities/consumer/search` (contract 4.2, design 5). */
@Injectable()
export class SearchConsumers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly vault: IdentifierVault,
  ) {}

  /**
   * Who meets all the criteria, newest first. A text that is no SSN is nobody's.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async run(principal: Principal, criteria: ConsumerCriteria): Promise<Consumer[]> {
    const { networkId, socialSecurityNumber, dateOfBirth, limit } = criteria;
    requireMember(principal, networkId);
    const query = new SearchQuery()
      .equal('network_id', networkId)
      .contains('first_name_folded', criteria.firstName)
      .contains('last_name_folded', criteria.lastName)
      .contains('email', criteria.personalEmail);
    if (dateOfBirth !== undefined) query.equal('date_of_birth', dateOfBirth);
    if (socialSecurityNumber !== undefined) {
      const ssn = normaliseSsn(socialSecurityNumber);
      if (ssn === undefined) return [];
      query.equal('ssn_index', this.vault.indexOf({ kind: 'ssn', value: ssn }));
    }
    const { manager } = this.dataSource;
    return selectWhere(manager, CONSUMER_TABLE, query.newest(limit), query.parameters);
  }
}
