import { VERDICTS } from './verdicts.js';

/** The states of a simulation of a policy over past queries. */
export const SIMULATION_STATES = ['running', 'completed', 'cancelled', 'failed'] as const;

export type SimulationState = (typeof SIMULATION_STATES)[number];

/** Why a simulation failed. */
export const SIMULATION_FAILURES = [
  /** The institution or the account that started it may not govern the network any more. */
  'role_missing',
  /** A part could not be simulated for an hour, or a check found an inconsistent result. */
  'operation_failed',
] as const;

export type SimulationFailure = (typeof SIMULATION_FAILURES)[number];

/** Why a query of the network was not simulated. */
export const NOT_SIMULATED = [
  /** A query of another product or template; a bundle uses the policies of its data sets. */
  'other_product',
  /** The query used another policy in the network, and would not use this one. */
  'other_policy',
  /** A consent, or its absence, closed the data set of the bundle in the network. */
  'dataset_closed',
  /** The governor does not govern every network of the query. */
  'not_governed',
  'not_recorded',
  'record_missing',
] as const;

export type NotSimulated = (typeof NOT_SIMULATED)[number];

/** How a field changes in a section that both answers have. */
export const SIMULATED_FIELD_CHANGES = ['lost', 'gained'] as const;

/** The verdicts by which a policy does not show a field of a chosen record. */
export const SIMULATED_FIELD_CODES = ['not_enabled', 'source_not_accepted'] as const;

export type SimulatedFieldCode = (typeof SIMULATED_FIELD_CODES)[number];

/** How a section of an answer changes. */
export const SIMULATED_CHANGES = [...SIMULATED_FIELD_CHANGES, 'replaced'] as const;

/** A verdict on the record that is not used any more, or the outcome that leaves no section. */
export const SIMULATED_SECTION_CODES = [...VERDICTS, 'no_result', 'refused'] as const;

export type SimulatedChangeKind = (typeof SIMULATED_CHANGES)[number];

/** Simulations and their lists are kept for this time. */
export const SIMULATION_DAYS = 90;
