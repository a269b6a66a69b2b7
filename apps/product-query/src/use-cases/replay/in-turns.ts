import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { requestsInFlight } from '@ndx/service';

/** The work after which others have their turn, in milliseconds. */
const WORK_MS = 1;

/** The rest after it while requests come, in the time of that work: they keep nine tenths. */
const REST = 9;

let workedMs = 0;
let requestsBefore = 0;

/** Maps items in order. Requests that come to the process meanwhile have most of its time. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    const startedAt = performance.now();
    results.push(map(item));
    workedMs += performance.now() - startedAt;
    if (workedMs >= WORK_MS) await turnOfOthers();
  }
  return results;
}

/** Whether no request has come since the last turn of others. */
export function isAlone(): boolean {
  return requestsInFlight.requests === requestsBefore && requestsInFlight.isEmpty;
}

async function turnOfOthers(): Promise<void> {
  const restMs = isAlone() ? 0 : REST * workedMs;
  requestsBefore = requestsInFlight.requests;
  workedMs = 0;
  await (restMs > 0 ? pause(restMs) : endOfTurn());
}
