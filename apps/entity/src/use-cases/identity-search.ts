import { normaliseName } from '@ndx/catalog';
import { IdentitiesSearched, newId, requireMember, type Principal } from '@ndx/contracts';
import { Transactions } from '@ndx/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { fold } from '../domain/fold.js';
import { IdentifierVault } from '../storage/identifier-vault.js';
import { NetworkRepository } from '../storage/network-repository.js';

export interface SearchRequest {
  readonly subjectType: 'consumer' | 'business';
  readonly networkId: string;
  /** The criteria by query parameter, or by member of an identity. */
  readonly criteria: readonly (readonly [name: string, value: string | null | undefined])[];
  /** Whether a criterion is a complete SSN or EIN: then its subjects need no relation. */
  readonly namesExactly: boolean;
}

/** The common part of searches and matches: the visible subjects, and the audit entry (decision 0077). */
@Injectable()
export class IdentitySearch {
  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly networks: NetworkRepository,
    private readonly vault: IdentifierVault,
  ) {}

  /**
   * Returns the results, or their number, after their audit entry is committed.
   * @param find given the institution whose related subjects alone are searched, if any
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  async run<Found extends readonly unknown[] | { readonly count: number }>(
    principal: Principal,
    { subjectType, networkId, criteria, namesExactly }: SearchRequest,
    find: (relatedTo: string | undefined) => Promise<Found>,
  ): Promise<Found> {
    requireMember(principal, networkId);
    const visibility = await this.networks.visibilityOf(this.dataSource.manager, networkId);
    const isRestricted = visibility === 'related' && !namesExactly;
    const found = await find(isRestricted ? principal.entity_id : undefined);
    await this.transactions.run((tx) => {
      tx.publish(IdentitiesSearched, {
        search_id: newId(),
        network_id: networkId,
        entity_id: principal.entity_id,
        subject_type: subjectType,
        identity_visibility: visibility,
        criteria: this.hashed(criteria),
        result_count: 'count' in found ? found.count : found.length,
      });
      return Promise.resolve();
    });
    return found;
  }

  /** Case and white space do not change a hash. */
  private hashed(criteria: SearchRequest['criteria']) {
    return criteria.flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      const compared = fold(normaliseName(value) ?? ' ');
      return { name, value_hash: this.vault.criterionHashOf(name, compared) };
    });
  }
}
