/**
 * The effect of a change of a policy on what answers can release: nothing, less, more, or neither
 * only less nor only more.
 */
export const POLICY_EFFECTS = ['equal', 'narrower', 'wider', 'different'] as const;

export type PolicyEffect = (typeof POLICY_EFFECTS)[number];
