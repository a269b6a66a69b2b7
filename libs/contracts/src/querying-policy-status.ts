export const QUERYING_POLICY_STATUSES = ['draft', 'published', 'archived'] as const;

export type QueryingPolicyStatus = (typeof QUERYING_POLICY_STATUSES)[number];
