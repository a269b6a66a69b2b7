import { STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, QueryInteger, Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { GOVERNORS_ONLY, NETWORK, NetworkPath } from './network-shapes.js';
import { CURSOR_REFUSAL, CursorQuery } from './page-shapes.js';

class AuditLogPath extends NetworkPath {
  @IsIn(STATEFUL_SERVICE_NAMES)
  readonly service!: StatefulServiceName;
}

class AuditEntriesQuery extends CursorQuery {
  @IsOptional()
  @Text(200)
  readonly type?: string;

  @IsOptional()
  @Text(200)
  readonly subject?: string;

  /** Start of the window, inclusive. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, exclusive. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

class AuditVerificationQuery {
  @IsOptional()
  @QueryInteger({ min: 0 })
  readonly after: number = 0;
}

/** Without the content of the event, which can name other networks and has hashes of identities. */
const AuditLogEntry = wire.record('AuditLogEntry', {
  seq: wire.count,
  event_id: wire.uuid,
  type: wire.text,
  subject: wire.text,
  account_id: wire.nullable(wire.uuid),
  request_id: wire.nullable(wire.text),
  occurred_at: wire.timestamp,
  hash: wire.text,
  is_intact: wire.flag,
});

const AuditLogPage = wire.record('AuditLogPage', {
  data: wire.listOf(AuditLogEntry),
  next_cursor: wire.text,
  is_complete: wire.flag,
});

const AuditVerification = wire.record('AuditVerification', {
  last_seq: wire.integer,
  verified_through: wire.integer,
  hash: wire.text,
  is_complete: wire.flag,
  fault: wire.nullable(
    wire.record('AuditFault', {
      seq: wire.integer,
      event_id: wire.nullable(wire.uuid),
      reason: wire.text,
    }),
  ),
  gaps: wire.listOf(
    wire.record('AuditGap', {
      seq: wire.count,
      occurred_at: wire.timestamp,
      lost_through: wire.integer,
    }),
  ),
  verified_at: wire.timestamp,
});

const LOG = `${NETWORK}/audit-logs/{service}` as const;
const REFUSALS = { ...GOVERNORS_ONLY, RESOURCE_NOT_FOUND: 'there is no such service' };
const COMMON = { service: undefined, permission: 'audit:read', method: 'GET' } as const;

export const listAuditLogEntries = declareOperation({
  ...COMMON,
  id: 'listAuditLogEntries',
  path: `${LOG}/entries`,
  summary: "List a service's audit log entries of a network, each verified, newest first",
  description:
    'Each service has its own log. The server examines a bounded number of entries for each page, so with a filter a page can be short or empty while `is_complete` is false: continue with `next_cursor`. The contents of events are not listed.',
  request: { path: AuditLogPath, query: AuditEntriesQuery },
  answer: AuditLogPage,
  refusals: { ...CURSOR_REFUSAL, ...REFUSALS },
});

export const verifyAuditLog = declareOperation({
  ...COMMON,
  id: 'verifyAuditLog',
  path: `${LOG}/verification`,
  summary: "Verify the next part of a service's audit log of a network",
  description:
    'Verifies at most 5,000 entries: the content of each, its link to the entry before it, and at the end the signed head of the log. While `is_complete` is false and `fault` is null, send the request again with `after` set to `verified_through`.',
  request: { path: AuditLogPath, query: AuditVerificationQuery },
  answer: AuditVerification,
  refusals: { VALIDATION_ERROR: 'the log ends before the entry `after`', ...REFUSALS },
});
