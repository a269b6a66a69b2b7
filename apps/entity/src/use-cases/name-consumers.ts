import type { Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { descriptionFor } from '../domain/statements.js';
import { CONSUMER_TABLE } from '../storage/consumer-table.js';
import { findByIds } from '../storage/find-matches.js';
import { relatedAmong } from '../storage/subject-relations.js';
import { IdentitySearch } from './identity-search.js';

export interface NamedConsumer {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** `POST /v1/entities/consumer/names`, for institutions that are related to the consumers (decision 0142). */
@Injectable()
export class NameConsumers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly identitySearch: IdentitySearch,
  ) {}

  /**
   * The names of those consumers to which the caller is related, in the order of their ids.
   * @throws PERMISSION_DENIED unless the caller is a member of the network
   */
  name(
    principal: Principal,
    networkId: string,
    ids: readonly string[],
  ): Promise<readonly NamedConsumer[]> {
    const distinct = [...new Set(ids)].toSorted();
    const request = {
      ...{ subjectType: 'consumer' as const, networkId, namesExactly: false },
      criteria: distinct.map((id) => ['consumer_id', id] as const),
    };
    return this.identitySearch.run(principal, request, () =>
      this.find(principal, networkId, distinct),
    );
  }

  private async find(
    { entity_id: entityId }: Principal,
    networkId: string,
    ids: readonly string[],
  ): Promise<readonly NamedConsumer[]> {
    const { manager } = this.dataSource;
    const found = await findByIds(manager, CONSUMER_TABLE, networkId, ids);
    const shown = [...found.values()].map(({ id }) => id);
    const related = await relatedAmong(manager, entityId, shown);
    return [...found].flatMap(([id, consumer]) => {
      if (!related.has(consumer.id)) return [];
      const { firstName, lastName } = descriptionFor(consumer.statements, entityId);
      return { id, firstName, lastName };
    });
  }
}
