import { setImmediate as endOfTurn, setTimeout as pause } from 'node:timers/promises';
import { requestsInFlight } from '@ndx/service';

/** The work after which others have their turn, in milliseconds. */
const WORK_MS = 1;

/** The rest after it while requests come, in the time of that work: they keep nine tenths. */
const REST = 9;

/** The longest rest for each request after the first that came meanwhile: a few are no load. */
const REST_OF_REQUEST_MS = 50;

let workedMs = 0;
let restedMs = 0;
let requestsBefore = 0;
let requestsSeen = 0;

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

/**
 * Does work of which only a part is in turns, and rests afterwards while requests come. They keep
 * nine tenths of the time of the process and of its database, in which the work waits.
 */
export async function besideRequests<Result>(work: () => Promise<Result>): Promise<Result> {
  const [startedAt, restedBefore, { requests }] = [performance.now(), restedMs, requestsInFlight];
  const result = await work();
  const rested = restedMs - restedBefore;
  const worked = performance.now() - startedAt - rested;
  const longest = REST_OF_REQUEST_MS * (requestsInFlight.requests - requests - 1);
  if (longest > 0) await rest(Math.min(REST * worked - rested, longest));
  return result;
}

/** Whether no request has come since the last turn of others. */
export function isAlone(): boolean {
  return requestsInFlight.requests === requestsBefore && requestsInFlight.isEmpty;
}

/** Whether at most one request, such as one for the progress, has come since the last call. */
export function isCalm(): boolean {
  const came = requestsInFlight.requests - requestsSeen;
  requestsSeen = requestsInFlight.requests;
  return came <= 1;
}

async function turnOfOthers(): Promise<void> {
  const restMs = isAlone() ? 0 : REST * workedMs;
  requestsBefore = requestsInFlight.requests;
  workedMs = 0;
  await rest(restMs);
}

async function rest(milliseconds: number): Promise<void> {
  if (milliseconds <= 0) return endOfTurn();
  const startedAt = performance.now();
  await pause(milliseconds);
  restedMs += performance.now() - startedAt;
}
