import * as api from '@ndx/api';
import { entriesPage, verifyPart, type AuditSource } from '@ndx/audit';
import { invalid, notFound, requireRole, type Principal } from '@ndx/contracts';
import { Controller, Inject } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { auditSourceOf, type ServiceSettings } from '../definition/infrastructure.js';
import { SETTINGS } from '../definition/tokens.js';
import { Asked } from '../http/asked.js';
import { decodePlace, encodePlace, invalidCursor } from '../http/cursor.js';
import { Handles } from '../http/handles.js';
import { Caller } from '../principal/caller.js';
import { READABLE, readableData } from './readable-data.js';

/** The audit log of a network in the service, for its governors (decision 0094). */
@Controller()
export class AuditLogController {
  private readonly log: AuditSource;

  constructor(
    @Inject(SETTINGS) private readonly settings: ServiceSettings,
    @Inject(DataSource) dataSource: DataSource,
  ) {
    this.log = auditSourceOf(settings, dataSource);
  }

  @Handles(api.listAuditLogEntries)
  async list(
    @Caller() principal: Principal,
    @Asked() { path, query }: Asked<typeof api.listAuditLogEntries>,
  ): Promise<api.AnswerOf<typeof api.listAuditLogEntries>> {
    const network = this.networkOf(principal, path);
    const { entries, next } = await entriesPage(this.log, {
      network,
      before: entryOfCursor(query.cursor),
      limit: query.limit,
      type: query.type ?? null,
      subject: query.subject ?? null,
      account: query.account_id ?? null,
      related: query.related_id === undefined ? null : { id: query.related_id, members: READABLE },
      from: instantOrNull(query.from),
      to: instantOrNull(query.to),
    });
    return {
      data: entries.map((entry) => ({
        seq: entry.seq,
        event_id: entry.eventId,
        type: entry.type,
        subject: entry.subject,
        account_id: entry.accountId,
        request_id: entry.requestId,
        occurred_at: entry.occurredAt,
        data: readableData(entry),
        hash: entry.hash,
        is_intact: entry.isIntact,
      })),
      next_cursor: encodePlace(String(next)),
      is_complete: next === 1,
    };
  }

  @Handles(api.verifyAuditLog)
  async verify(
    @Caller() principal: Principal,
    @Asked() { path, query: { after } }: Asked<typeof api.verifyAuditLog>,
  ): Promise<api.AnswerOf<typeof api.verifyAuditLog>> {
    const network = this.networkOf(principal, path);
    const verdict = await verifyPart(this.log, network, after);
    if (verdict === undefined) throw invalid('invalid_cursor', 'the log ends before the entry');
    const { last, through, root, fault, gaps } = verdict;
    return {
      last_seq: last,
      verified_through: through,
      root,
      is_complete: fault === undefined && through === last,
      fault: fault
        ? { seq: fault.seq, event_id: fault.eventId ?? null, reason: fault.reason }
        : null,
      gaps: gaps.map(({ seq, occurredAt, lostThrough }) => ({
        seq,
        occurred_at: occurredAt,
        lost_through: lostThrough,
      })),
      verified_at: new Date().toISOString(),
    };
  }

  /** @throws PERMISSION_DENIED, RESOURCE_NOT_FOUND for the name of another service */
  private networkOf(
    principal: Principal,
    { network_id: networkId, service }: Asked<typeof api.verifyAuditLog>['path'],
  ): string {
    requireRole(principal, networkId, 'governor');
    if (service !== this.settings.definition.name)
      throw notFound('not_found', 'there is no such service');
    return networkId;
  }
}

/** @throws VALIDATION_ERROR for an invalid cursor */
function entryOfCursor(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  const [seq = '', ...rest] = decodePlace(cursor);
  if (rest.length > 0 || !/^[1-9]\d{0,14}$/.test(seq)) throw invalidCursor();
  return Number(seq);
}

function instantOrNull(value: string | undefined): string | null {
  return value === undefined ? null : api.instantOf(value).toISOString();
}
