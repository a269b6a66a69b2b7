/** The maximum age in a policy, in days: a century, so that the resulting date is always valid. */
export const MAX_AGE_DAYS = 36_500;
