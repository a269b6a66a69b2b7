/** When a query is answered by a 204. */
export const NO_RESULT = 'The query ran and produced no result that satisfies the policy.';

/** Why a query or a check about a named subject is refused. */
export const SUBJECT_REFUSALS = {
  VALIDATION_ERROR:
    'the subject is not identified, or the consent or the policy is for something else',
  PERMISSION_DENIED:
    'the institution is no querier in a listed network, the consent does not allow it, or a network enforces its own policy',
  RESOURCE_NOT_FOUND: 'the subject, the consent or the policy is not found',
} as const;
