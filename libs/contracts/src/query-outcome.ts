/** The outcomes of an answered query: with a result (200) or without one (204). */
export const QUERY_OUTCOMES = ['issued', 'no_result'] as const;

export type QueryOutcome = (typeof QUERY_OUTCOMES)[number];

/** Why a query has no result: the codes of its explanation. */
export const NO_RESULT_REASONS = [
  'required_section_missing',
  'required_field_missing',
  'no_eligible_record',
  /** The chosen records state no value. */
  'not_stated',
] as const;

export type NoResultReason = (typeof NO_RESULT_REASONS)[number];

/** The outcomes of a query under another policy. */
export const SIMULATED_OUTCOMES = [...QUERY_OUTCOMES, 'refused'] as const;

/** Why a policy refuses a query. */
export const CONSENT_REFUSALS = ['consent_out_of_scope', 'consent_required'] as const;

/** Why a query may not name its policy. */
export const POLICY_REFUSALS = ['policy_enforced', 'policy_not_published'] as const;

export type PolicyRefusal = (typeof POLICY_REFUSALS)[number];

/** Why a query has no answer under another policy. */
export const SIMULATED_REASONS = [
  ...CONSENT_REFUSALS,
  ...POLICY_REFUSALS,
  ...NO_RESULT_REASONS,
] as const;
