import { notFound, type DomainError, type NoticeKind, type Principal } from '@ndx/contracts';
import { following, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { And, DataSource, LessThan, MoreThanOrEqual, type EntityManager } from 'typeorm';
import type { Notice } from '../domain/notices/notice.js';
import { NoticeRow } from './notice-row.js';

export interface NoticeFilter {
  readonly certificateId?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly queryEventId?: string | undefined;
  readonly kind?: NoticeKind | undefined;
  /** The earliest time of a notice. */
  readonly since?: Date | undefined;
  /** The end of the times, excluded. */
  readonly to?: Date | undefined;
}

/** An absent notice, or one of another institution. */
export function noticeNotFound(): DomainError {
  return notFound('not_found', 'notice not found');
}

/** Only the notified institution can read a notice. */
@Injectable()
export class NoticeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(manager: EntityManager, notices: readonly Notice[]): Promise<void> {
    if (notices.length > 0) await manager.insert(NoticeRow, [...notices]);
  }

  /** A page of the notices. Uses the index notice_by_institution. */
  list(
    { entity_id: entityId }: Principal,
    filter: NoticeFilter,
    place: IdPlace,
    limit: number,
  ): Promise<Notice[]> {
    const { id: noticeId, way } = following(place);
    return this.dataSource.manager.find(NoticeRow, {
      where: { ...found(entityId, filter), noticeId },
      order: { noticeId: way },
      take: limit,
    });
  }

  /** The number of the notices, at most the limit. Uses the same index. */
  async count(
    { entity_id: entityId }: Principal,
    filter: NoticeFilter,
    limit: number,
  ): Promise<number> {
    const notices = this.dataSource
      .createQueryBuilder(NoticeRow, 'notice')
      .select('1')
      .where(found(entityId, filter))
      .limit(limit);
    const [statement, parameters] = notices.getQueryAndParameters();
    const [row] = await this.dataSource.query<[{ readonly count: number }]>(
      `select count(*)::integer as count from (${statement}) found`,
      parameters,
    );
    return row.count;
  }

  /** @throws RESOURCE_NOT_FOUND when absent, or of another institution */
  async read({ entity_id: entityId }: Principal, noticeId: string): Promise<Notice> {
    const found = await this.dataSource.manager.findOneBy(NoticeRow, { noticeId, entityId });
    if (!found) throw noticeNotFound();
    return found;
  }
}

function found(
  entityId: string,
  { since, to, certificateId, subjectId, queryEventId, kind }: NoticeFilter,
) {
  const times = [...(since ? [MoreThanOrEqual(since)] : []), ...(to ? [LessThan(to)] : [])];
  return {
    entityId,
    ...(certificateId !== undefined && { certificateId }),
    ...(subjectId !== undefined && { subjectId }),
    ...(queryEventId !== undefined && { queryEventId }),
    ...(kind !== undefined && { kind }),
    ...(times.length > 0 && { createdAt: And(...times) }),
  };
}
