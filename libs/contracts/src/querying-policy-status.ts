export const QUERYING_POLICY_STATUSES = ['draft', 'published', 'archived'] as const;

/** The statuses that the publication of a draft can give a policy. */
export const QUERYING_POLICY_DRAFT_STATUSES = ['published', 'archived'] as const;

export type QueryingPolicyDraftStatus = (typeof QUERYING_POLICY_DRAFT_STATUSES)[number];

export type QueryingPolicyStatus = (typeof QUERYING_POLICY_STATUSES)[number];
