import type { ApiClient } from '../../network/api-client.js';
import { succeed } from '../../network/expect-answer.js';

const CLOCK = '/v1/sandbox/clock';

/** Runs with the clock of an institution at the real time, and afterwards moves it back to its own. */
export async function atRealTime<T>(institution: ApiClient, run: () => Promise<T>): Promise<T> {
  const { offset_seconds: offset } = await succeed(institution.get(CLOCK));
  await succeed(institution.delete(CLOCK));
  try {
    return await run();
  } finally {
    await succeed(institution.delete(CLOCK));
    if (Number(offset) > 0) await advanceClock(institution, Number(offset));
  }
}

/** Moves the clock of an institution forward. */
export async function advanceClock(institution: ApiClient, seconds: number): Promise<void> {
  await succeed(institution.post(CLOCK, { advance_seconds: seconds }));
}
