import { notFound, ownTime, type AttestationStatus, type Principal } from '@ndx/contracts';
import { ID_ORDERS, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Attestation } from '../domain/attestation.js';
import { AttestationRow } from './attestation-row.js';

export interface AttestationFilter {
  readonly productId: string | undefined;
  readonly status: AttestationStatus | undefined;
  /** Only the newest active one of each product, if it expires before. */
  readonly expiresBefore: Date | undefined;
}

const STATUS = `case when attestation.revokedAt is not null then 'revoked'
  when attestation.expiresAt > :now then 'active' else 'expired' end`;

/** An active attestation of a product is superseded; by the index attestation_by_product. */
const SUPERSEDED = `exists (
  select from attestation newer
  where ( newer.entity_id = attestation.entityId and newer.product_id = attestation.productId )
    and (newer.created_at, newer.id) > (attestation.createdAt, attestation.id)
    and newer.revoked_at is null and newer.expires_at > :now)`;

/** Attestations of the caller's institution; other callers get RESOURCE_NOT_FOUND. */
@Injectable()
export class AttestationRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_NOT_FOUND when absent, or of another institution */
  async load(principal: Principal, id: string, manager?: EntityManager): Promise<Attestation> {
    const row = await (manager ?? this.dataSource.manager).findOne(AttestationRow, {
      where: { id, entityId: principal.entity_id },
      ...(manager && { lock: { mode: 'pessimistic_write' } }),
    });
    if (!row) throw notFound('not_found', 'attestation not found');
    return row;
  }

  /** Ordered by id. Uses the index attestation_by_institution. */
  list(
    principal: Principal,
    filter: AttestationFilter,
    { order, after }: IdPlace,
    limit: number,
  ): Promise<Attestation[]> {
    const { is, way } = ID_ORDERS[order];
    return this.select(principal, filter)
      .andWhere(`attestation.id ${is} :after`, { after })
      .orderBy('attestation.id', way)
      .limit(limit)
      .getMany();
  }

  /** The number of attestations, at most the limit. Uses the same index. */
  async count(principal: Principal, filter: AttestationFilter, limit: number): Promise<number> {
    const found = this.select(principal, filter).select('1').limit(limit);
    const [statement, parameters] = found.getQueryAndParameters();
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      `select count(*)::integer as count from (${statement}) found`,
      parameters,
    );
    return row.count;
  }

  private select(
    principal: Principal,
    { productId, status, expiresBefore: end }: AttestationFilter,
  ) {
    const query = this.dataSource
      .createQueryBuilder(AttestationRow, 'attestation')
      .where('attestation.entityId = :entityId', { entityId: principal.entity_id })
      .setParameter('now', ownTime(principal));
    if (productId !== undefined)
      query.andWhere('attestation.productId = :productId', { productId });
    if (status !== undefined) query.andWhere(`${STATUS} = :status`, { status });
    if (end !== undefined) {
      query
        .andWhere(`${STATUS} = 'active' and attestation.expiresAt < :end`, { end })
        .andWhere(`not ${SUPERSEDED}`);
    }
    return query;
  }

  async save(manager: EntityManager, attestation: Attestation): Promise<void> {
    await manager.save(AttestationRow, { ...attestation });
  }
}
