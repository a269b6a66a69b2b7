/**
 * Response header of `/internal` routes: the clock of the service, in milliseconds since the epoch.
 */
export const CLOCK_HEADER = 'x-clock';
