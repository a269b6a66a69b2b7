import { EXAMPLE_IDS, SIMULATION_DAYS } from '@ndx/contracts';
import { IsInt, Min } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { IsDateTime, Omittable, Uuid } from '../shapes/shapes.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';
import { EXAMPLE_MODEL } from './policy-shapes.js';
import { QueryRequirementsDto } from './querying-configuration-shape.js';
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

  /** Start of the period, inclusive. */
  @IsDateTime()
  readonly from!: string;

  /** End of the period, exclusive; by default now. */
  @Omittable()
  @IsDateTime()
  readonly to?: string;
}

class ListSimulationsQuery extends CursorQuery {
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
  description: `For governors of the network of the policy. The past queries of the network and the period for the product of the policy are answered as \`replayQuery\` answers each of them with the same policy in its body. Queries that the governor may not simulate, and those of other products, are counted and not simulated; a bundle applies the policies of its data sets, whose change is not simulated. The simulation continues in the background. A network has one at a time. It is kept for ${SIMULATION_DAYS} days. It is an audit entry of each network of the simulated queries, and is not billed.`,
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
  summary: 'List the simulations of a network, oldest first',
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
    'In the order of their ids. While the simulation is running, the list grows at any place.',
  request: { path: SimulationPath, query: CursorQuery },
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
