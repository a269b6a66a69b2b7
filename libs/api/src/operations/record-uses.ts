import { EXAMPLE_IDS, VERDICTS } from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { OrderedCursorQuery, pageOf } from './page-shapes.js';

class RecordUsesQuery extends OrderedCursorQuery {
  @Uuid()
  readonly network_id!: string;

  /** A record of the institution. */
  @IsOptional()
  @Uuid()
  readonly record_id?: string;

  /** Start of the window, included. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** End of the window, excluded. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;
}

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
