import { kybCertificate } from '@ndx/catalog';
import { EXAMPLE_IDS, NOTICE_KINDS, type NoticeKind } from '@ndx/contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { LIST_ORDERS, type ListOrder } from '../shapes/named-values.js';
import { IsDateTime, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';
import { CURSOR_REFUSAL, pageOf } from './page-shapes.js';

class NoticePath {
  @Uuid()
  readonly notice_id!: string;
}

class NoticeFilters {
  @IsOptional()
  @Uuid()
  readonly certificate_id?: string;

  @IsOptional()
  @Uuid()
  readonly subject_id?: string;

  @IsOptional()
  @Uuid()
  readonly query_event_id?: string;

  @IsOptional()
  @IsIn(NOTICE_KINDS)
  readonly kind?: NoticeKind;

  /** The earliest time of a notice. */
  @IsOptional()
  @IsDateTime()
  readonly since?: string;

  /** The end of the times, excluded. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

class CountNoticesQuery extends NoticeFilters {}

class ListNoticesQuery extends NoticeFilters {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'oldest_first';
}

const SINCE_WORDS = ['The earliest `created_at`.', '2026-01-20T00:00:00.000Z'] as const;
const TO_WORDS = ['The end of `created_at`, excluded.', '2026-02-20T00:00:00.000Z'] as const;

/** A notice as it is listed and delivered; it has no value of an answer. */
export const Notice = wire.record('Notice', {
  notice_id: wire.uuid,
  kind: wire.oneOf(NOTICE_KINDS),
  query_event_id: wire.uuid,
  certificate_id: wire.nullable(wire.uuid),
  network_ids: wire.listOf(wire.uuid),
  product_id: wire.uuid,
  subject_id: wire.nullable(wire.uuid),
  groups: wire.listOf(wire.text),
  since: wire.timestamp,
  created_at: wire.timestamp,
  billable: wire.flag,
  explanation: wire.text,
  evidence: wire.text,
});

const COLLECTION = '/v1/notices';
const OF_QUERY = `/v1/query-events/${EXAMPLE_IDS.query}`;
const COMMON = { service: 'product-query', permission: 'notice:read', method: 'GET' } as const;

export const listNotices = declareOperation({
  ...COMMON,
  id: 'listNotices',
  path: COLLECTION,
  summary: "List the notices about the institution's answers",
  description:
    'An institution with an enabled notice endpoint gets a notice when one of its queries would have another answer today. Notices are kept for 13 months.',
  request: { query: ListNoticesQuery },
  answer: pageOf('NoticePage', Notice),
  refusals: CURSOR_REFUSAL,
  words: {
    notice_id: ['The notice.', EXAMPLE_IDS.notice],
    'Notice.kind': [
      '`changed`: the answer of today is another one. `withdrawn`: a record that it used was withdrawn. `disputed`, `dispute_decided`: a dispute of a record that it used. `no_longer_issuable`: there is no answer today. `consent_ended`: none, because of the consent. `expires_soon`: another one, or none, within 30 days. `separated`: parts of the business belong to another one.',
      'withdrawn',
    ],
    'Notice.query_event_id': ['The query.', EXAMPLE_IDS.query],
    'Notice.certificate_id': [
      'The certificate that the query issued; null for a template.',
      EXAMPLE_IDS.certificate,
    ],
    'Notice.product_id': ['The queried product or template.', kybCertificate.id],
    'Notice.subject_id': ['The queried subject.', EXAMPLE_IDS.business],
    'Notice.groups': [
      'The sections of a certificate, or the groups of a template, that differ.',
      ['business_identity_verification'],
    ],
    'Notice.since': [
      'When the record ended, the dispute was opened or decided, or the subject was separated; otherwise when the difference was found.',
      '2026-01-20T09:30:00.000Z',
    ],
    'Notice.billable': ['Always false: notices are not billed.', false],
    explanation: ['The path of the explanation of the query.', `${OF_QUERY}/explanation`],
    evidence: ['The path of the evidence of the query.', `${OF_QUERY}/evidence`],
    'ListNoticesQuery.since': SINCE_WORDS,
    'ListNoticesQuery.to': TO_WORDS,
  },
});

export const countNotices = declareOperation({
  ...COMMON,
  id: 'countNotices',
  path: `${COLLECTION}/count`,
  summary: "Count the notices about the institution's answers",
  description: `Counts the notices that \`GET ${COLLECTION}\` lists with these filters, up to ${MAX_COUNTED_ITEMS}.`,
  request: { query: CountNoticesQuery },
  answer: ListCount,
  words: { 'CountNoticesQuery.since': SINCE_WORDS, 'CountNoticesQuery.to': TO_WORDS },
});

export const readNotice = declareOperation({
  ...COMMON,
  id: 'readNotice',
  path: `${COLLECTION}/{notice_id}`,
  summary: 'Read a notice',
  request: { path: NoticePath },
  answer: Notice,
  refusals: ['not_found'],
});
