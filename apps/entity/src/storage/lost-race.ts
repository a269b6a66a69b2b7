import { isUniqueViolation } from '@ndx/postgres';

/**
 * Each loss means that another transaction has won, so a few retries are enough for many requests.
 */
const ATTEMPTS = 10;

/** Another transaction stored or changed the subject after it was read. */
export class LostRaceError extends Error {
  constructor() {
    super('the subjects have changed since they were read');
    this.name = 'LostRaceError';
  }
}

/** Runs `work`, which begins with a read, and retries it after a lost race. */
export async function retryLostRaces<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isLostRace(error) || attempt === ATTEMPTS) throw error;
    }
  }
}

function isLostRace(error: unknown): boolean {
  return error instanceof LostRaceError || isUniqueViolation(error);
}
