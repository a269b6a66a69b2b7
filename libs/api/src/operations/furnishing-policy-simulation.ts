import { EXAMPLE_IDS, FURNISH_FAULT_CODES } from '@ndx/contracts';
import { IsObject, ValidateNested } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Nested } from '../shapes/read-shape.js';
import { IsDateTime, Omittable, Text } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { FURNISHING_POLICIES, FURNISHING_RULES, PolicyMetadataDto } from './furnishing-policies.js';
import { EXAMPLE_MODEL, PolicyPath } from './policy-shapes.js';

/** Records of a page; a page of large records has fewer. */
export const RECORDS_PER_SIMULATED_PAGE = 1_000;

/** Without `policy_metadata`, the rules of the policy. */
class SimulateFurnishingPolicyDto {
  @Omittable()
  @ValidateNested()
  @Nested(() => PolicyMetadataDto)
  @IsObject()
  readonly policy_metadata?: PolicyMetadataDto;

  /** Start of the period, inclusive. */
  @IsDateTime()
  readonly from!: string;

  /** End of the period, exclusive; by default now. */
  @Omittable()
  @IsDateTime()
  readonly to?: string;

  @Omittable()
  @Text(200)
  readonly cursor?: string;
}

/** Counts of a page. It names no record, no subject and no value. */
const FurnishingPolicySimulation = wire.record('FurnishingPolicySimulation', {
  policy_id: wire.uuid,
  network_id: wire.uuid,
  product_id: wire.uuid,
  from: wire.timestamp,
  to: wire.timestamp,
  examined_until: wire.timestamp,
  examined_records: wire.integer,
  accepted_records: wire.integer,
  refused_records: wire.integer,
  refusals: wire.listOf(
    wire.record('RefusedRecordCount', {
      code: wire.oneOf(FURNISH_FAULT_CODES),
      path: wire.text,
      count: wire.count,
    }),
  ),
  furnishers: wire.listOf(
    wire.record('SimulatedFurnisherCount', {
      furnishing_entity_id: wire.uuid,
      examined_records: wire.count,
      refused_records: wire.integer,
    }),
  ),
  next_cursor: wire.nullable(wire.text),
});

export const simulateFurnishingPolicy = declareOperation({
  id: 'simulateFurnishingPolicy',
  method: 'POST',
  path: `${FURNISHING_POLICIES}/{policy_id}/simulation`,
  service: 'furnishing',
  permission: 'network:admin',
  changesNothing: true,
  summary: 'Count the past records that a furnishing policy would refuse',
  description: `For governors of the network of the policy. The records of the period that the network accepted for the policy's product or template are decided again by \`policy_metadata\`, or without it by the rules of the policy, with the time and the attestations of their submission. The answer has only counts, and nothing is saved. A request examines at most ${RECORDS_PER_SIMULATED_PAGE.toLocaleString('en')} records, oldest first: send it again with \`next_cursor\` as \`cursor\`, and with the \`to\` of the answer, until \`next_cursor\` is null, and add the counts. Records that have been withdrawn or corrected are examined too. Records that the network refused are not stored, so that the simulation does not count what wider rules would gain. Rules for other products are not examined. ${FURNISHING_RULES}`,
  request: { path: PolicyPath, body: SimulateFurnishingPolicyDto },
  answer: FurnishingPolicySimulation,
  example: { policy_metadata: { max_age_days: 180 }, from: '2026-01-01T00:00:00.000Z' },
  refusals: [
    'unknown_field',
    'invalid_policy',
    'invalid_window',
    'invalid_cursor',
    'role_missing',
    'policy_not_found',
  ],
  words: {
    'SimulateFurnishingPolicy.to': [
      'The end of the period, exclusive; by default, and at most, now.',
      '2026-02-01T00:00:00.000Z',
    ],
    examined_until: [
      'The progress: the records of the period before this time are examined by this page and those before it.',
      '2026-01-20T09:30:00.000Z',
    ],
    'FurnishingPolicySimulation.examined_records': [
      'The records that the page examined. The network had accepted each; refused records are not stored, and are in no count.',
      1_000,
    ],
    'FurnishingPolicySimulation.accepted_records': [
      'The examined records that the rules accept.',
      988,
    ],
    'FurnishingPolicySimulation.refused_records': [
      'The examined records that the rules refuse.',
      12,
    ],
    refusals: 'The refused records by reason. A record with several reasons counts for each.',
    'RefusedRecordCount.code': 'The reason, as furnishing reports it.',
    'RefusedRecordCount.path': [
      'The member of the record, its names joined by dots; empty for the record as a whole.',
      `${EXAMPLE_MODEL}.data.business_website_url`,
    ],
    'RefusedRecordCount.count': ['The number of records.', 12],
    'FurnishingPolicySimulation.furnishers': 'The examined records by furnisher.',
    'SimulatedFurnisherCount.furnishing_entity_id': ['The furnisher.', EXAMPLE_IDS.furnisher],
    'SimulatedFurnisherCount.examined_records': ['Its records that the page examined.', 1_000],
    'SimulatedFurnisherCount.refused_records': ['The examined records that the rules refuse.', 12],
  },
});
