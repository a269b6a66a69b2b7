import {
  CONSENT_DEMANDS,
  NOT_SIMULATED,
  PERMISSIBLE_PURPOSES,
  QUERY_OUTCOMES,
  SIMULATED_CHANGES,
  SIMULATED_FIELD_CHANGES,
  SIMULATED_FIELD_CODES,
  SIMULATED_OUTCOMES,
  SIMULATED_REASONS,
  SIMULATED_SECTION_CODES,
  QUERYING_POLICY_DRAFT_STATUSES,
  SIMULATION_FAILURES,
  SIMULATION_STATES,
} from '@ndx/contracts';
import * as wire from '../shapes/wire.js';
import { CompleteModelSelection } from './querying-policies.js';

const OUTCOME = {
  recorded_outcome: wire.oneOf(QUERY_OUTCOMES),
  simulated_outcome: wire.oneOf(SIMULATED_OUTCOMES),
  /** Why there would be no answer. */
  simulated_reason: wire.nullable(wire.oneOf(SIMULATED_REASONS)),
} as const;

const SECTION = {
  model_name: wire.text,
  change: wire.oneOf(SIMULATED_CHANGES),
  /** The furnisher of the record that is not used any more; for a gained section, of the used record. */
  furnishing_entity_id: wire.uuid,
  /** Null where a consent hides the verdict. */
  code: wire.nullable(wire.oneOf(SIMULATED_SECTION_CODES)),
} as const;

const FIELD = {
  model_name: wire.text,
  field_name: wire.text,
  change: wire.oneOf(SIMULATED_FIELD_CHANGES),
  /** The furnisher of the section in the answer that shows the field. */
  furnishing_entity_id: wire.uuid,
  /** The rule by which the other answer does not. */
  code: wire.oneOf(SIMULATED_FIELD_CODES),
} as const;

const COUNT = { count: wire.count } as const;

/** The members that a list of simulations has. */
const HEAD = {
  simulation_id: wire.uuid,
  network_id: wire.uuid,
  policy_id: wire.uuid,
  /** Null for the members of the request. */
  policy_version: wire.nullable(wire.count),
  product_id: wire.uuid,
  /** Whether it is simulated as the default of its network. */
  is_default: wire.flag,
  /** Whether it is simulated as enforced, where it is the default. */
  enforced: wire.flag,
  status: wire.oneOf(QUERYING_POLICY_DRAFT_STATUSES),
  digest: wire.text,
  from: wire.timestamp,
  to: wire.timestamp,
  state: wire.oneOf(SIMULATION_STATES),
  failure: wire.nullable(wire.oneOf(SIMULATION_FAILURES)),
  entity_id: wire.uuid,
  account_id: wire.uuid,
  created_at: wire.timestamp,
  ended_at: wire.nullable(wire.timestamp),
  /** The queries before this time are done. */
  simulated_until: wire.timestamp,
  simulated_queries: wire.integer,
  changed_queries: wire.integer,
} as const;

export const SimulationHead = wire.record('SimulationHead', HEAD);

export const Simulation = wire.record('Simulation', {
  ...HEAD,
  model_selections: wire.listOf(CompleteModelSelection),
  consent: wire.nullable(wire.oneOf(CONSENT_DEMANDS)),
  permissible_purposes: wire.listOf(wire.oneOf(PERMISSIBLE_PURPOSES)),
  listed_queries: wire.integer,
  not_simulated: wire.listOf(
    wire.record('NotSimulatedCount', { code: wire.oneOf(NOT_SIMULATED), ...COUNT }),
  ),
  outcomes: wire.listOf(wire.record('SimulatedOutcomeCount', { ...OUTCOME, ...COUNT })),
  sections: wire.listOf(wire.record('SimulatedSectionCount', { ...SECTION, ...COUNT })),
  fields: wire.listOf(wire.record('SimulatedFieldCount', { ...FIELD, ...COUNT })),
  queriers: wire.listOf(
    wire.record('SimulatedQuerierCount', {
      querying_entity_id: wire.uuid,
      changed_queries: wire.count,
      lost_answers: wire.integer,
      gained_answers: wire.integer,
      lost_sections: wire.integer,
      gained_sections: wire.integer,
      lost_fields: wire.integer,
      gained_fields: wire.integer,
    }),
  ),
  /** The changes of sections and fields, and the changed queries of queriers, beyond the bound of a breakdown. */
  other_sections: wire.integer,
  other_fields: wire.integer,
  other_queriers: wire.integer,
});

/** A query whose answer changes; it has no value of an answer. */
export const SimulatedQuery = wire.record('SimulatedQuery', {
  query_event_id: wire.uuid,
  occurred_at: wire.timestamp,
  querying_entity_id: wire.uuid,
  ...OUTCOME,
  sections: wire.listOf(wire.record('SimulatedSection', SECTION)),
  fields: wire.listOf(wire.record('SimulatedField', FIELD)),
  explanation: wire.text,
  replay: wire.text,
});
