import { setTimeout as pause } from 'node:timers/promises';
import { isConflict } from './errors.js';

const RETRIES = 3;

/** Retries the work, up to 3 times, after a conflict with another transaction (40001, 40P01). */
export async function retryingConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      if (retries === RETRIES || !isConflict(error)) throw error;
      // Random delays, so that the same two do not conflict again.
      await pause(Math.random() * 20 * 2 ** retries);
    }
  }
}
