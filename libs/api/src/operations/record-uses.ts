import { EXAMPLE_IDS, VERDICTS } from '@ndx/contracts';
import { IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import {
  LIST_ORDERS,
  RECORD_USE_OUTCOMES,
  type ListOrder,
  type RecordUseOutcome,
} from '../shapes/named-values.js';
import { IsDateTime, Label, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_EXAMINED_QUERIES } from './list-count.js';
import { pageOf } from './page-shapes.js';

/** The uses that a reader asks for. */
class CountRecordUsesQuery {
  @Uuid()
  readonly network_id!: string;

  /** A record of the institution. */
  @IsOptional()
  @Uuid()
  readonly record_id?: string;

  /** The product or template of the query. */
  @IsOptional()
  @Label()
  readonly product_slug?: string;

  @IsOptional()
  @IsIn(RECORD_USE_OUTCOMES)
  readonly outcome?: RecordUseOutcome;

  /** Start of the window, included. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, excluded. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

class CountUsesByRecordQuery extends CountRecordUsesQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;
}

class RecordUsesQuery extends CountRecordUsesQuery {
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

const OUTCOME_WORDS = 'Only records that queries used, or only records that policies excluded.';

/** No member identifies the querying institution or the subject. */
const RecordUses = wire.record('RecordUses', {
  query_event_id: wire.uuid,
  occurred_at: wire.timestamp,
  product_slug: wire.text,
  /** The policy that governed the network of the records; null: the product's built-in default. */
  policy_id: wire.nullable(wire.uuid),
  policy_version: wire.nullable(wire.integer),
  records: wire.listOf(
    wire.record('RecordUse', {
      record_id: wire.uuid,
      model_name: wire.text,
      /** The field that the code is about. */
      field_name: wire.nullable(wire.text),
      /** The policy that applied to the record. If the policy of a bundle's data set excluded it: that policy. */
      policy_id: wire.nullable(wire.uuid),
      policy_version: wire.nullable(wire.integer),
      /** `chosen`, or the rule of the policy that excluded the record. */
      code: wire.oneOf(VERDICTS),
      explanation: wire.text,
    }),
  ),
});

/** The records that queries used or excluded, most used first, then most excluded. */
const RecordUseCounts = wire.record('RecordUseCounts', {
  data: wire.listOf(
    wire.record('RecordUseCount', {
      record_id: wire.uuid,
      model_names: wire.listOf(wire.text),
      used_count: wire.integer,
      excluded_count: wire.integer,
    }),
  ),
  record_count: wire.integer,
  query_count: wire.integer,
  is_complete: wire.flag,
});

export const listRecordUses = declareOperation({
  id: 'listRecordUses',
  method: 'GET',
  path: '/v1/record-uses',
  service: 'product-query',
  permission: 'data:furnish',
  summary:
    "List the queries that used the institution's records, and the policies that excluded records",
  description:
    'The server examines a bounded number of queries for each page, so a page before the last one can be short or empty.',
  request: { query: RecordUsesQuery },
  answer: pageOf('RecordUsesPage', RecordUses),
  refusals: ['invalid_cursor', 'not_a_member', 'role_missing'],
  words: {
    'RecordUsesQuery.outcome': OUTCOME_WORDS,
    'RecordUse.code': '`chosen`, or the rule of the policy that excluded the record.',
    'RecordUse.policy_id': [
      'The policy that applied to the record; null for the built-in default.',
      EXAMPLE_IDS.policy,
    ],
    'RecordUse.field_name': [
      'The field that the code is about; null for the record.',
      'business_entity_type',
    ],
    'RecordUses.policy_id': [
      "The policy that applied in the network of the records; null for the product's built-in default.",
      EXAMPLE_IDS.policy,
    ],
    'RecordUses.records': 'The records of the institution; with `record_id`, only that one.',
  },
});

export const countRecordUses = declareOperation({
  id: 'countRecordUses',
  method: 'GET',
  path: '/v1/record-uses/count',
  service: 'product-query',
  permission: 'data:furnish',
  summary: "Count the queries that used or excluded the institution's records",
  description: `Counts the queries that \`GET /v1/record-uses\` lists with these filters, among the newest queries of the network in the period; \`is_complete\` is false once ${MAX_EXAMINED_QUERIES} of them are examined, where there may be more.`,
  request: { query: CountRecordUsesQuery },
  answer: ListCount,
  refusals: ['not_a_member', 'role_missing'],
  words: {
    'CountRecordUsesQuery.outcome': OUTCOME_WORDS,
  },
});

export const countUsesByRecord = declareOperation({
  id: 'countUsesByRecord',
  method: 'GET',
  path: '/v1/record-uses/record-counts',
  service: 'product-query',
  permission: 'data:furnish',
  summary: "Count, for each of the institution's records, the queries that used or excluded it",
  description: `Counts the queries that \`GET /v1/record-uses\` lists with these filters, among the queries that its count examines, by record: most used first, then most excluded.`,
  request: { query: CountUsesByRecordQuery },
  answer: RecordUseCounts,
  refusals: ['not_a_member', 'role_missing'],
  words: {
    'CountUsesByRecordQuery.outcome': OUTCOME_WORDS,
    'RecordUseCounts.data': 'The first records.',
    'RecordUseCounts.record_count': [
      'The number of records that the queries used or excluded.',
      12,
    ],
    'RecordUseCounts.query_count': ['The number of queries, as `GET /v1/record-uses/count`.', 120],
    'RecordUseCounts.is_complete':
      'False once the bound of examined queries is reached, where there may be more.',
    'RecordUseCount.model_names': [
      'The sections that used or excluded the record, as `outcome` selects them.',
      ['business_identity_verification'],
    ],
    'RecordUseCount.used_count': ['The number of queries that used the record.', 7],
    'RecordUseCount.excluded_count': [
      'The number of queries that excluded the record, and used it in none of the sections that `outcome` selects.',
      2,
    ],
  },
});
