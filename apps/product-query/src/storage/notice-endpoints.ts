import { BOUNDS, conflict, notFound, type Principal } from '@ndx/contracts';
import type { SealedColumn } from '@ndx/sealing';
import { Injectable } from '@nestjs/common';
import { DataSource, MoreThan, type EntityManager } from 'typeorm';
import type { NoticeEndpoint } from '../domain/notices/notice-endpoint.js';
import { NoticeEndpointRow } from './notice-endpoint-row.js';

/** The secrets of endpoints, for key rotation. */
export const SEALED_ENDPOINTS: readonly SealedColumn[] = [
  { table: 'notice_endpoint', column: 'secret' },
  { table: 'notice_endpoint', column: 'previous_secret' },
];

/** Serializes the creations of an institution. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended($1::text, 3107))`;

/** Endpoints of the caller's institution; other callers get RESOURCE_NOT_FOUND. */
@Injectable()
export class NoticeEndpoints {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_CONFLICT when the institution has as many as it may have */
  async create(manager: EntityManager, endpoint: NoticeEndpoint): Promise<void> {
    const { entityId } = endpoint;
    const { perInstitution } = BOUNDS.noticeEndpoint;
    await manager.query(LOCK, [entityId]);
    if ((await manager.countBy(NoticeEndpointRow, { entityId })) >= perInstitution) {
      throw conflict(
        'limit_reached',
        `an institution has at most ${perInstitution} notice endpoints`,
      );
    }
    await this.save(manager, endpoint);
  }

  /** @throws RESOURCE_NOT_FOUND when absent, or of another institution */
  async load(principal: Principal, id: string, manager?: EntityManager): Promise<NoticeEndpoint> {
    const row = await (manager ?? this.dataSource.manager).findOne(NoticeEndpointRow, {
      where: { id, entityId: principal.entity_id },
      ...(manager && { lock: { mode: 'pessimistic_write' } }),
    });
    if (!row) throw notFound('not_found', 'notice endpoint not found');
    return row;
  }

  /** The enabled endpoint, for a change; null if it is disabled, deleted or has another url. */
  loadEnabled(manager: EntityManager, id: string, url: string): Promise<NoticeEndpoint | null> {
    return manager.findOne(NoticeEndpointRow, {
      where: { id, url, state: 'enabled' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Ordered by id: oldest first. */
  list({ entity_id: entityId }: Principal, after: string, limit: number) {
    return this.dataSource.manager.find(NoticeEndpointRow, {
      where: { entityId, id: MoreThan(after) },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async save(manager: EntityManager, endpoint: NoticeEndpoint): Promise<void> {
    await manager.save(NoticeEndpointRow, { ...endpoint });
  }

  async delete(manager: EntityManager, { id }: NoticeEndpoint): Promise<void> {
    await manager.delete(NoticeEndpointRow, { id });
  }
}
