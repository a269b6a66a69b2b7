/** The outcomes of an answered query: with a result (200) or without one (204). */
export const QUERY_OUTCOMES = ['issued', 'no_result'] as const;

export type QueryOutcome = (typeof QUERY_OUTCOMES)[number];

/** The outcomes of a query under another policy. */
export const SIMULATED_OUTCOMES = [...QUERY_OUTCOMES, 'refused'] as const;

/** Why a policy refuses a query. */
export const CONSENT_REFUSALS = ['consent_out_of_scope', 'consent_required'] as const;
