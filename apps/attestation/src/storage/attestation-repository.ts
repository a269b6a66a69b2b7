import { notFound, type Principal } from '@ndx/contracts';
import { following, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Attestation } from '../domain/attestation.js';
import { AttestationRow } from './attestation-row.js';

/** A page of the institution's attestations. */
export interface AttestationPage extends IdPlace {
  readonly productId: string | undefined;
  readonly limit: number;
}

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
    { productId, limit, ...place }: AttestationPage,
  ): Promise<Attestation[]> {
    const { id, way } = following(place);
    return this.dataSource.manager.find(AttestationRow, {
      where: {
        entityId: principal.entity_id,
        id,
        ...(productId && { productId }),
      },
      order: { id: way },
      take: limit,
    });
  }

  async save(manager: EntityManager, attestation: Attestation): Promise<void> {
    await manager.save(AttestationRow, { ...attestation });
  }
}
