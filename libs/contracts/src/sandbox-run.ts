/** Selects the clock of one test run of an institution, in a sandbox (decision 0122). */
export const SANDBOX_RUN_HEADER = 'x-sandbox-run';

/** Maximum number of clocks of test runs that an institution has moved. */
export const MAX_RUN_CLOCKS = 200;

/** A clock of a test run that was not moved for this time is reset. */
export const RUN_CLOCK_DAYS = 7;
