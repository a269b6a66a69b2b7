import {
  isMember,
  networksWithRole,
  notFound,
  ownTime,
  type ConsentKind,
  type ConsentStatus,
  type Principal,
} from '@ndx/contracts';
import { ID_ORDERS, type IdPlace } from '@ndx/service';
import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { DataSource, In, MoreThan, type EntityManager } from 'typeorm';
import type { Consent } from '../domain/consent.js';
import type { ConsentChange, HistoryEntry } from '../domain/consent-change.js';
import { addHistory } from './consent-history.js';
import { ConsentHistoryRow } from './consent-history-row.js';
import { ConsentRow } from './consent-row.js';
import { fromRow, termsToRow, toRow } from './consent-mapping.js';

/** The consent of a request; the id is any text (contract 4.1). */
export interface ConsentReference {
  readonly kind: ConsentKind;
  readonly id: string;
  /** When given, the consent must hold for this network. */
  readonly networkId?: string | undefined;
}

/** The institution's consents that a reader asks for. */
export interface ConsentFilter {
  readonly networkId: string | undefined;
  readonly subjectId: string | undefined;
  /** The status now. */
  readonly status: ConsentStatus | undefined;
  /** The first time of the recording. */
  readonly from: Date | undefined;
  /** The end of the times of the recording, excluded. */
  readonly to: Date | undefined;
  /** Only consents in force that expire before. */
  readonly expiresBefore: Date | undefined;
}

/** A page of them. */
export interface ConsentPage extends ConsentFilter, IdPlace {
  readonly limit: number;
}

const IN_STATUS: Readonly<Record<ConsentStatus, string>> = {
  active: 'consent.revokedAt is null and consent.expiresAt > :now',
  expired: 'consent.revokedAt is null and consent.expiresAt <= :now',
  revoked: 'consent.revokedAt is not null',
};

/** The consents of the caller's institution; other callers get RESOURCE_NOT_FOUND. */
@Injectable()
export class ConsentRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws RESOURCE_NOT_FOUND when absent, or not visible to the caller in that network */
  load(principal: Principal, reference: ConsentReference): Promise<Consent> {
    return this.find(principal, reference, this.dataSource.manager);
  }

  /**
   * A page of the visible consents, by id. Indexes: consent_by_institution; consent_by_subject with a
   * subject; consent_by_end with a latest expiry; consent_by_time with a period; consent_revoked.
   */
  async list(principal: Principal, kind: ConsentKind, page: ConsentPage): Promise<Consent[]> {
    const { is, way } = ID_ORDERS[page.order];
    const rows = await this.select(principal, kind, page)
      .andWhere(`consent.id ${is} :after`, { after: page.after })
      .orderBy('consent.id', way)
      .limit(page.limit)
      .getMany();
    return rows.map(fromRow);
  }

  /** The number of visible consents, at most the limit; by the same indexes. */
  async count(
    principal: Principal,
    kind: ConsentKind,
    filter: ConsentFilter & { readonly limit: number },
  ): Promise<number> {
    const found = this.select(principal, kind, filter).select('1').limit(filter.limit);
    const [row] = await this.dataSource
      .createQueryBuilder()
      .select('count(*)::integer', 'count')
      .from(`(${found.getQuery()})`, 'found')
      .setParameters(found.getParameters())
      .getRawMany<{ readonly count: number }>();
    return row?.count ?? 0;
  }

  private select(
    principal: Principal,
    kind: ConsentKind,
    { networkId, subjectId, status, from, to, expiresBefore }: ConsentFilter,
  ) {
    const networkIds =
      networkId === undefined ? principal.memberships.map((one) => one.network_id) : [networkId];
    const query = this.dataSource
      .createQueryBuilder(ConsentRow, 'consent')
      .where('consent.entityId = :entityId', { entityId: principal.entity_id })
      .andWhere('consent.kind = :kind', { kind })
      .andWhere('(consent.networkId is null or consent.networkId = any(:networkIds))', {
        networkIds,
      })
      .setParameter('now', ownTime(principal));
    if (subjectId !== undefined) query.andWhere('consent.subjectId = :subjectId', { subjectId });
    if (status !== undefined) query.andWhere(IN_STATUS[status]);
    if (from !== undefined) query.andWhere('consent.createdAt >= :from', { from });
    if (to !== undefined) query.andWhere('consent.createdAt < :to', { to });
    if (expiresBefore !== undefined) {
      query.andWhere(IN_STATUS.active).andWhere('consent.expiresAt < :expiresBefore', {
        expiresBefore,
      });
    }
    return query;
  }

  /** Locks it for the rest of the transaction. @throws RESOURCE_NOT_FOUND as `load` */
  lock(
    principal: Principal,
    reference: ConsentReference,
    manager: EntityManager,
  ): Promise<Consent> {
    return this.find(principal, reference, manager, { mode: 'pessimistic_write' });
  }

  /** The caller encrypts the identity; it is stored once and never read. */
  async add(
    manager: EntityManager,
    principal: Principal,
    change: ConsentChange,
    sealedIdentity: string,
  ): Promise<void> {
    await manager.insert(ConsentRow, { ...toRow(change.consent), sealedIdentity });
    await addHistory(manager, principal.account_id, change);
  }

  async save(manager: EntityManager, principal: Principal, change: ConsentChange): Promise<void> {
    await manager.update(ConsentRow, { id: change.consent.id }, termsToRow(change.consent));
    await addHistory(manager, principal.account_id, change);
  }

  /** The consents of a subject, of every institution, in the order of their ids. */
  async ofSubject(
    subjectIds: readonly string[],
    limit: number,
    manager: EntityManager = this.dataSource.manager,
    lock?: { readonly mode: 'pessimistic_write' },
  ): Promise<Consent[]> {
    const rows = await manager.find(ConsentRow, {
      where: { subjectId: In([...subjectIds]) },
      order: { id: 'ASC' },
      take: limit,
      ...(lock && { lock }),
    });
    return rows.map(fromRow);
  }

  /** Stores the consent of a separated business with its history. */
  async saveSeparated(
    manager: EntityManager,
    accountId: string,
    change: ConsentChange,
  ): Promise<void> {
    const { consent } = change;
    await manager.query(`select set_config('ndx.separates_subjects', 'on', true)`);
    const columns = { ...termsToRow(consent), subjectId: consent.subjectId };
    await manager.update(ConsentRow, { id: consent.id }, columns);
    await addHistory(manager, accountId, change);
  }

  /** The history after a revision, oldest first. */
  history(consent: Consent, after: number, limit: number): Promise<HistoryEntry[]> {
    return this.dataSource.manager.find(ConsentHistoryRow, {
      where: { consentId: consent.id, revision: MoreThan(after) },
      order: { revision: 'ASC' },
      take: limit,
    });
  }

  private async find(
    principal: Principal,
    { kind, id, networkId }: ConsentReference,
    manager: EntityManager,
    lock?: { readonly mode: 'pessimistic_write' },
  ): Promise<Consent> {
    const row = isUUID(id)
      ? await manager.findOne(ConsentRow, {
          where: { id, kind, entityId: principal.entity_id },
          ...(lock && { lock }),
        })
      : null;
    if (!row || !isVisible(principal, row.networkId, networkId)) {
      throw notFound('consent_not_found', 'consent record not found');
    }
    return fromRow(row);
  }
}

/**
 * A consent holds in its network; without one, in every network in which the institution is a
 * querier.
 */
function isVisible(principal: Principal, recordedIn: string | null, askedIn?: string): boolean {
  if (recordedIn === null) {
    return askedIn === undefined || networksWithRole(principal, 'querier').includes(askedIn);
  }
  return isMember(principal, recordedIn) && (askedIn === undefined || askedIn === recordedIn);
}
