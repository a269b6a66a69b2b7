import { EXAMPLE_IDS, STATEFUL_SERVICE_NAMES, type StatefulServiceName } from '@ndx/contracts';
import { IsIn, IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, QueryInteger, Text, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
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

  @IsOptional()
  @Uuid()
  readonly account_id?: string;

  @IsOptional()
  @Uuid()
  readonly related_id?: string;

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

/** Of the content of its event, an entry has what its declaration lets governors read. */
const AuditLogEntry = wire.record('AuditLogEntry', {
  seq: wire.count,
  event_id: wire.uuid,
  type: wire.text,
  subject: wire.text,
  account_id: wire.nullable(wire.uuid),
  request_id: wire.nullable(wire.text),
  occurred_at: wire.timestamp,
  /** The readable members of the event as JSON; null without any. */
  data: wire.nullable(wire.text),
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
  root: wire.text,
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
      lost_through: wire.nullable(wire.integer),
    }),
  ),
  verified_at: wire.timestamp,
});

const LOG = `${NETWORK}/audit-logs/{service}` as const;
const REFUSALS = [...GOVERNORS_ONLY, 'not_found'] as const;
const COMMON = { service: undefined, permission: 'audit:read', method: 'GET' } as const;

export const listAuditLogEntries = declareOperation({
  ...COMMON,
  id: 'listAuditLogEntries',
  path: `${LOG}/entries`,
  summary: "List a service's audit log entries of a network, each verified, newest first",
  description:
    'Each service has its own log. The server examines a bounded number of entries for each page, so with a filter a page can be short or empty while `is_complete` is false: continue with `next_cursor`. Of the contents of events, only members without personal data and without other networks are listed.',
  request: { path: AuditLogPath, query: AuditEntriesQuery },
  answer: AuditLogPage,
  refusals: [...CURSOR_REFUSAL, ...REFUSALS],
  words: {
    'AuditLogPath.service': ['The service that keeps the log.', 'policy'],
    'AuditEntriesQuery.type': [
      'Only entries of this type of event.',
      'policy.querying-policy-saved.v1',
    ],
    'AuditEntriesQuery.subject': [
      'Only entries about this resource, by its id. A membership is the network and the institution, joined by a slash.',
      EXAMPLE_IDS.policy,
    ],
    'AuditEntriesQuery.account_id': [
      'Only entries of events that this account caused.',
      EXAMPLE_IDS.account,
    ],
    'AuditEntriesQuery.related_id': [
      'Only entries that name this resource: as the one that they are about, or in a readable member.',
      EXAMPLE_IDS.querier,
    ],
    'AuditLogEntry.seq': ['The number of the entry, from 1.', 17],
    'AuditLogEntry.event_id': ['The event of the entry.', '0192d3c7-1a2b-7c3d-8e4f-506172839405'],
    'AuditLogEntry.type': ['The type of the event.', 'policy.querying-policy-saved.v1'],
    'AuditLogEntry.subject': ['The resource that the event is about.', EXAMPLE_IDS.policy],
    'AuditLogEntry.data': [
      'The members of the event that governors may read, as JSON; null without any, and for an altered or erased entry.',
      '{"status":"published","version":3}',
    ],
    'AuditLogEntry.hash': ["The hash of the entry's leaf in the tree of the log.", EXAMPLE_HASH],
    'AuditLogEntry.is_intact':
      'Whether the hash matches the entry and the signed tree of the log has it.',
    'AuditLogPage.is_complete': ['Whether no older entry remains.', true],
  },
});

export const verifyAuditLog = declareOperation({
  ...COMMON,
  id: 'verifyAuditLog',
  path: `${LOG}/verification`,
  summary: "Verify the next part of a service's audit log of a network",
  description:
    'Verifies at most 5,000 entries with public keys: the content of each, and that the tree of the signed checkpoint begins with all entries up to the last of them. While `is_complete` is false and `fault` is null, send the request again with `after` set to `verified_through`.',
  request: { path: AuditLogPath, query: AuditVerificationQuery },
  answer: AuditVerification,
  refusals: [...CURSOR_REFUSAL, ...REFUSALS],
  words: {
    'AuditVerificationQuery.after': [
      'The entry after which the part begins; 0 for the beginning of the log.',
      0,
    ],
    last_seq: ['The last entry of the log; 0 without one.', 17],
    verified_through: [
      'The entries after `after` up to this one are unaltered; of the ones up to `after`, the hashes are.',
      17,
    ],
    root: ['The root of the tree of the entries up to that one; empty without one.', EXAMPLE_HASH],
    'AuditVerification.is_complete': [
      'Whether the end of the log was reached and its checkpoint is of all entries.',
      true,
    ],
    fault: 'The first altered or missing entry; null without one.',
    gaps: 'The losses of entries that the verified part records, for example after a restore of the database.',
    verified_at: ['The time of the verification.', '2026-01-15T09:30:00.000Z'],
    'AuditFault.seq': ['The number of the entry.', 17],
    'AuditFault.event_id': [
      'The event of the entry; null when the entry is missing.',
      EXAMPLE_IDS.event,
    ],
    'AuditFault.reason': ['Why the entry is not accepted.', 'it was removed'],
    'AuditGap.seq': ['The entry that records the loss.', 18],
    lost_through: ['The last lost entry; null if the content of the record was erased.', 17],
  },
});
