import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { Attestation } from '../domain/attestation.js';
import { AttestationRow } from './attestation-row.js';

/** Attestations of the caller's institution; other callers get RESOURCE_NOT_FOUND. */
/** A page of the institution's attestations. */
export interface AttestationPage {
  readonly productId: string | undefined;
  readonly after: string;
  readonly limit: number;
}

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

  /** Ordered by id: oldest first. */
  list(principal: Principal, { productId, after, limit }: AttestationPage): Promise<Attestation[]> {
    return this.dataSource.manager.find(AttestationRow, {
      where: {
        entityId: principal.entity_id,
        id: MoreThan(after),
        ...(productId && { productId }),
      },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async save(manager: EntityManager, attestation: Attestation): Promise<void> {
    await manager.save(AttestationRow, { ...attestation });
  }
}
