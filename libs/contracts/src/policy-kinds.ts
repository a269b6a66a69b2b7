/** The kinds of policies of a network. */
export const POLICY_KINDS = ['querying', 'furnishing'] as const;

export type PolicyKind = (typeof POLICY_KINDS)[number];
