import type { Subscription } from './port.js';

/** The subscription of a service without handlers. */
export const IDLE_SUBSCRIPTION: Subscription = {
  caughtUp: () => Promise.resolve(),
  lag: () => Promise.resolve(0),
  progress: () => Promise.resolve([]),
  rewind: () => Promise.resolve(),
  state: () => 'running',
  stop: () => Promise.resolve(),
};
