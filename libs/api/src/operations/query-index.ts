import { EXAMPLE_IDS } from '@ndx/contracts';
import { IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { INDEX_READER_KINDS } from '../shapes/named-values.js';
import { IsDateTime, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';

class QueryIndexQuery {
  @Uuid()
  readonly network_id!: string;

  /** Start of the period, inclusive. */
  @IsDateTime()
  readonly from!: string;

  /** End of the period, exclusive. */
  @IsDateTime()
  readonly to!: string;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @QueryInteger({ min: 1, max: 1_000 })
  readonly limit: number = 1_000;
}

const QueryIndexPage = wire.record('QueryIndexPage', {
  format: wire.text,
  network_id: wire.uuid,
  reader: wire.record('QueryIndexReader', {
    kind: wire.oneOf(INDEX_READER_KINDS),
    entity_id: wire.uuid,
  }),
  from: wire.timestamp,
  to: wire.timestamp,
  signed_at: wire.timestamp,
  cursor: wire.nullable(wire.text),
  next_cursor: wire.nullable(wire.text),
  events: wire.listOf(
    wire.record('IndexedQueryEvent', {
      query_event_id: wire.uuid,
      occurred_at: wire.timestamp,
      event_sha256: wire.text,
      decision_sha256: wire.nullable(wire.text),
    }),
  ),
  signature: wire.text,
});

export const readQueryIndex = declareOperation({
  id: 'readQueryIndex',
  method: 'GET',
  path: '/v1/query-events/signed-index',
  service: 'product-query',
  permission: 'billing:read',
  summary: 'Read the signed index of a period: proof that no query event is missing',
  description:
    'Has the query events that `GET /v1/query-events` lists to the caller. The period must have ended at least 10 seconds ago. Each page states that it has all events after `cursor` and up to `next_cursor`; the last page is empty. `ndx evidence --for` exports the index with the reliance files, and `ndx verify` verifies both.',
  request: { query: QueryIndexQuery },
  answer: QueryIndexPage,
  refusals: ['invalid_window', 'invalid_cursor', 'not_a_member'],
  words: {
    'QueryIndexPage.format': ['The format of the page.', 'ndx-index/1'],
    'QueryIndexPage.reader': 'The institution for which the index is complete.',
    'QueryIndexReader.kind':
      '`governor`: the events of the network. `querier`: the events of the institution. `furnisher`: the events that considered its records.',
    'QueryIndexReader.entity_id': ['The institution.', EXAMPLE_IDS.querier],
    'QueryIndexPage.signed_at': [
      'The time at which the events were read, after the period.',
      '2026-02-01T08:00:00.000Z',
    ],
    'QueryIndexPage.cursor': ['The cursor of the request; null for the first page.', null],
    'QueryIndexPage.events': 'The events, oldest first.',
    'IndexedQueryEvent.event_sha256': [
      'The commitment to the event, as in the manifest of its reliance file.',
      EXAMPLE_HASH,
    ],
    'IndexedQueryEvent.decision_sha256': [
      'The commitment to the decision, as there; null where no decision was recorded, so that there is no file.',
      EXAMPLE_HASH,
    ],
    'QueryIndexPage.signature': [
      'A detached JWS with `typ` `ndx-index` over the RFC 8785 text of the other members.',
      'eyJhbGciOiJFZERTQSIsImtpZCI6IuKApiIsInR5cCI6Im5keC1pbmRleCJ9..c2lnbmF0dXJl',
    ],
  },
});

export const readRecordUseIndex = declareOperation({
  id: 'readRecordUseIndex',
  method: 'GET',
  path: '/v1/record-uses/signed-index',
  service: 'product-query',
  permission: 'data:furnish',
  summary:
    "Read a furnisher's signed index of a period: proof that no use of its records is missing",
  description:
    'Has the query events that `GET /v1/record-uses` lists, with the same pages as `GET /v1/query-events/signed-index`. The server examines a bounded number of queries for each page, so a page before the last one can be short or empty.',
  request: { query: QueryIndexQuery },
  answer: QueryIndexPage,
  refusals: ['invalid_window', 'invalid_cursor', 'not_a_member', 'role_missing'],
});
