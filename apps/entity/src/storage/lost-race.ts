import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';
/** Each loss means that somebody else has won, so a few are enough for a crowd. */
const ATTEMPTS = 10;

/** Another transaction stored the same subject, or a change of it, since it was looked up. */
export class LostRaceError extends Error {
  constructor() {
    super('the subjects have changed since they were looked up');
    this.name = 'LostRaceError';
  }
}

/** Runs `work`, which begins with looking up, again whenever it has lost a race. */
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
  if (error instanceof LostRaceError) return true;
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === UNIQUE_VIOLATION;
}
