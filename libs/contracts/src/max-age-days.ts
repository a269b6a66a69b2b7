/** The largest age that a policy may ask for, in days: a century, so that it is always a date. */
export const MAX_AGE_DAYS = 36_500;
