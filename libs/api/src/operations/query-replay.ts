import {
  EXAMPLE_IDS,
  QUERY_OUTCOMES,
  REPLAY_ANSWER_CODES,
  SIMULATED_OUTCOMES,
  SIMULATED_REASONS,
  VERDICTS,
  type QueryingPolicyDraftStatus,
} from '@ndx/contracts';
import { IsBoolean, IsInt, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Omittable, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { DraftStatus } from './policy-draft-shapes.js';
import { EXAMPLE_MODEL } from './policy-shapes.js';
import { QueryEventPath } from './query-event-path.js';
import { QueryRequirementsDto } from './querying-configuration-shape.js';

/** A policy to simulate: a version of a stored one of a network that the caller governs, or members. Empty: a replay. */
class ReplayQueryDto extends QueryRequirementsDto {
  @Omittable()
  @Uuid()
  readonly policy_id?: string;

  /** The latest version by default. */
  @Omittable()
  @Min(1)
  @IsInt()
  readonly policy_version?: number;

  /** Whether it is the default of its network; by default as it is now. */
  @Omittable()
  @IsBoolean()
  readonly is_default?: boolean;

  /** Whether a query may name no other policy where it is the default; by default as it is now. */
  @Omittable()
  @IsBoolean()
  readonly enforced?: boolean;

  /** The status that it would have; published by default. */
  @DraftStatus()
  readonly status?: QueryingPolicyDraftStatus;
}

/** How the query would have been answered under the policy of the request. */
const QuerySimulation = wire.record('QuerySimulation', {
  /** Null where the request names none. */
  policy_id: wire.nullable(wire.uuid),
  /** Null for the members of the request. */
  policy_version: wire.nullable(wire.integer),
  recorded_outcome: wire.oneOf(QUERY_OUTCOMES),
  simulated_outcome: wire.oneOf(SIMULATED_OUTCOMES),
  simulated_reason: wire.nullable(wire.oneOf(SIMULATED_REASONS)),
  /** The considered records that no consent hides. */
  records: wire.listOf(
    wire.record('SimulatedRecord', {
      model_name: wire.text,
      /** The field that the simulated code is about. */
      field_name: wire.nullable(wire.text),
      network_id: wire.uuid,
      furnishing_entity_id: wire.uuid,
      recorded_code: wire.oneOf(VERDICTS),
      simulated_code: wire.oneOf(VERDICTS),
      explanation: wire.text,
    }),
  ),
});

const QueryReplay = wire.record('QueryReplay', {
  query_event_id: wire.uuid,
  code: wire.oneOf(REPLAY_ANSWER_CODES),
  explanation: wire.text,
  /** The first one; null without a difference. */
  difference: wire.nullable(
    wire.record('ReplayDifference', {
      /** The members of the answer that lead to it, joined by points; null where the caller does not govern every network of the query. */
      path: wire.nullable(wire.text),
      /** The value in the stored answer; null where it has none, and for values that the caller may not read. */
      stored: wire.nullable(wire.text),
      replayed: wire.nullable(wire.text),
    }),
  ),
  /** Null without a policy in the request. */
  simulation: wire.nullable(QuerySimulation),
});

export const replayQuery = declareOperation({
  id: 'replayQuery',
  method: 'POST',
  path: '/v1/query-events/{query_event_id}/replay',
  service: 'product-query',
  permission: 'network:admin',
  changesNothing: true,
  summary: 'Assemble the answer to a past query again and compare it with the stored one',
  description:
    'For governors. The answer is assembled from the recorded decision and the records as they were furnished, and compared byte for byte. With a policy in the body the query is simulated, and nothing is compared: a version of \`policy_id\`, or its members in the body, takes the place of the version of it that applied, or of the default of its network that applied to a query without a policy if it \`is_default\`; other networks keep their policies. A query that would not use the policy, and one under members without a \`policy_id\`, is answered as if it had named it for all of its networks. The terms of consent of a policy are those of its network alone. A consent that bound the query binds the simulation, and a network or a data set that it closed stays closed. A query that named an archived policy, or another one than the enforced default, is refused. Nothing is billed. Each simulation is an audit entry of the networks.',
  request: { path: QueryEventPath, body: ReplayQueryDto },
  example: {},
  answer: QueryReplay,
  refusals: [
    'not_found',
    'policy_not_found',
    'policy_mismatch',
    'invalid_policy',
    'invalid_value',
    'unknown_field',
    'unknown_product',
    'role_missing',
  ],
  words: {
    'QueryReplay.code': 'The result of the replay.',
    'QueryReplay.explanation': [
      'The result in a sentence for people, which may change.',
      'The answer assembled again is equal to the stored one, byte for byte.',
    ],
    difference: 'The first difference; null without one.',
    simulation: 'The answer under the policy of the request; null without a policy in the request.',
    'ReplayDifference.path': [
      'The members of the answer that lead to it, joined by points; null unless the caller governs every network of the query.',
      `result.${EXAMPLE_MODEL}.furnishing_entity_id`,
    ],
    'ReplayDifference.stored': [
      'The value in the stored answer; null where it has none, and for values that the caller may not read.',
      EXAMPLE_IDS.furnisher,
    ],
    'ReplayDifference.replayed': [
      'The value in the answer assembled again; null where it has none, and for values that the caller may not read.',
      EXAMPLE_IDS.querier,
    ],
    'ReplayQuery.is_default':
      'Whether the policy is the default of its network, which a query without a policy uses; by default as it is now. Only with `policy_id`.',
    'ReplayQuery.enforced':
      'Whether a query may name no other policy where the policy is the default; by default as it is now. Only with `policy_id`.',
    'ReplayQuery.status':
      'The status that the policy would have; `published` by default. Only with `policy_id`.',
    'QuerySimulation.policy_id': [
      'The policy of the request; null for members without one.',
      EXAMPLE_IDS.policy,
    ],
    'QuerySimulation.policy_version': ['Its version; null for members in the request.', 2],
    recorded_outcome: 'The outcome of the query.',
    simulated_outcome:
      'The outcome under the policy of the request; `refused`: the query would be a 403, or a 400 for a policy that is not published.',
    simulated_reason:
      'Why there would be no answer: the `reason` of a 403 or 400, or of a 204 the `reason` that the query event would have. Null if the outcome is `issued`.',
    'ReplayQuery.consent':
      'The requirement of a query; by default as in the policy. Null, or without a policy: `required` for a consumer, `permissible_purpose` for a business.',
    'QuerySimulation.records': 'The considered records that no consent hides.',
    'SimulatedRecord.model_name': [
      'The section of a certificate; of a template the data set, or the group that it declares.',
      EXAMPLE_MODEL,
    ],
    'SimulatedRecord.field_name': [
      'The field that the simulated code is about; null for the record.',
      'business_entity_type',
    ],
    'SimulatedRecord.furnishing_entity_id': ['The furnisher of the record.', EXAMPLE_IDS.furnisher],
    'SimulatedRecord.explanation': [
      'The verdict under the policy of the request, in a sentence for people.',
      'The policy accepts records of at most 1 day, and the record was older.',
    ],
    recorded_code: 'The verdict at the time of the query.',
    simulated_code: 'The verdict under the policy of the request.',
  },
});
