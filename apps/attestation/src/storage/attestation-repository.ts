import { notFound, type Principal } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Attestation } from '../domain/attestation.js';
import { AttestationRow } from './attestation-row.js';

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
    if (!row) throw notFound('attestation not found');
    return row;
  }

  /** Newest first. */
  list(principal: Principal, productId?: string): Promise<Attestation[]> {
    return this.dataSource.manager.find(AttestationRow, {
      where: { entityId: principal.entity_id, ...(productId && { productId }) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 100,
    });
  }

  async save(manager: EntityManager, attestation: Attestation): Promise<void> {
    await manager.save(AttestationRow, { ...attestation });
  }
}
