import { EXAMPLE_IDS, SIMULATION_DAYS, type QueryingPolicyDraftStatus } from '@ndx/contracts';
import { IsBoolean, IsInt, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, Omittable, Uuid } from '../shapes/shapes.js';
import { CURSOR_REFUSAL, OrderedCursorQuery, pageOf } from './page-shapes.js';
import { DraftStatus } from './policy-draft-shapes.js';
import { EXAMPLE_MODEL } from './policy-shapes.js';
import { QueryRequirementsDto } from './querying-configuration-shape.js';
import { ListSimulatedQueriesQuery } from './simulated-queries-query.js';
import { SimulatedQuery, Simulation, SimulationHead } from './simulation-shapes.js';
import { SIMULATED_QUERY_WORDS, SIMULATION_WORDS } from './simulation-words.js';

/** A stored version of the policy, or the members that it would have. */
class StartSimulationDto extends QueryRequirementsDto {
  @Uuid()
  readonly policy_id!: string;

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

  /** Start of the period, inclusive. */
  @IsDateTime()
  readonly from!: string;

  /** End of the period, exclusive; by default now. */
  @Omittable()
  @IsDateTime()
  readonly to?: string;
}

class ListSimulationsQuery extends OrderedCursorQuery {
  @Uuid()
  readonly network_id!: string;
}

class SimulationPath {
  @Uuid()
  readonly simulation_id!: string;
}

const COLLECTION = '/v1/simulations';
const ITEM = `${COLLECTION}/{simulation_id}` as const;
const COMMON = { service: 'product-query', permission: 'network:admin' } as const;

export const startSimulation = declareOperation({
  ...COMMON,
  id: 'startSimulation',
  method: 'POST',
  path: COLLECTION,
  summary: 'Simulate a querying policy over past queries',
  description: `For governors of the policy's network. Answers past queries of a network and a period again, under a version of the policy or the given members (an omitted member is as in the policy): those to which the policy applied, or would apply as the default. Each is answered as \`replayQuery\` answers it with the same \`policy_id\`, version or members, \`is_default\`, \`enforced\` and \`status\` in its body: also those of bundles with the data set of the policy. Queries of other products, those that used another policy, and those that the governor may not simulate are counted and not simulated. A refused query has no query event, and no network that a consent or its absence closed is in one, so answers that a policy would open there are not found. A query that used the policy as the default is answered under the built-in default where \`is_default\` is false or the policy is archived. A query that named an archived policy, or another one than the enforced default, is refused. The simulation continues in the background. A network has one at a time. It is kept for ${SIMULATION_DAYS} days. It is an audit entry of each network of the simulated queries, and is not billed.`,
  request: { body: StartSimulationDto },
  example: {
    policy_id: EXAMPLE_IDS.policy,
    model_selections: [{ model_name: EXAMPLE_MODEL, max_age_days: 30 }],
    from: '2026-01-01T00:00:00.000Z',
  },
  answer: Simulation,
  refusals: [
    'policy_not_found',
    'invalid_policy',
    'invalid_value',
    'invalid_window',
    'unknown_field',
    'unknown_product',
    'simulation_running',
  ],
  words: SIMULATION_WORDS,
});

export const listSimulations = declareOperation({
  ...COMMON,
  id: 'listSimulations',
  method: 'GET',
  path: COLLECTION,
  summary: 'List the simulations of a network',
  description:
    'For governors of the network: the simulations of whose queries the caller governs every network.',
  request: { query: ListSimulationsQuery },
  answer: pageOf('SimulationPage', SimulationHead),
  refusals: [...CURSOR_REFUSAL, 'role_missing'],
});

export const readSimulation = declareOperation({
  ...COMMON,
  id: 'readSimulation',
  method: 'GET',
  path: ITEM,
  summary: 'Read a simulation: its progress and counts',
  description:
    'For governors of every network of its queries. The counts are of the queries until `simulated_until`.',
  request: { path: SimulationPath },
  answer: Simulation,
  refusals: ['not_found'],
});

export const listSimulatedQueries = declareOperation({
  ...COMMON,
  id: 'listSimulatedQueries',
  method: 'GET',
  path: `${ITEM}/queries`,
  summary: 'List the queries whose answer changes in a simulation',
  description:
    'In the order of their ids. While the simulation is running, the list grows at any place. The filters are combined: those of `model_name` to `code` find the queries with one change of a section, or with `field_name` one of a field, that has all of them.',
  request: { path: SimulationPath, query: ListSimulatedQueriesQuery },
  answer: pageOf('SimulatedQueryPage', SimulatedQuery),
  refusals: [...CURSOR_REFUSAL, 'not_found'],
  words: SIMULATED_QUERY_WORDS,
});

export const cancelSimulation = declareOperation({
  ...COMMON,
  id: 'cancelSimulation',
  method: 'POST',
  path: `${ITEM}/cancel`,
  summary: 'Cancel a simulation',
  description:
    'The counts and the list so far are kept. A simulation that has ended stays as it is.',
  request: { path: SimulationPath },
  answer: Simulation,
  refusals: ['not_found'],
});
