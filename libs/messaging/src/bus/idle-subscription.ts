import type { Subscription } from './port.js';

/** The subscription of a service that consumes nothing. */
export const IDLE_SUBSCRIPTION: Subscription = {
  caughtUp: () => Promise.resolve(),
  lag: () => Promise.resolve(0),
  state: () => 'running',
  stop: () => Promise.resolve(),
};
