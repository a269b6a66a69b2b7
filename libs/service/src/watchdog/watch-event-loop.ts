import { Worker } from 'node:worker_threads';
import type { ServiceName } from '@ndx/contracts';
import { currentContext } from '@ndx/telemetry';
import { PLACE_BYTES, requestsInFlight } from './requests-in-flight.js';
import type { WatchdogData } from './watchdog-thread.js';

/** The exit status of a process whose event loop was blocked. */
export const BLOCKED_STATUS = 70;

/** Turns of the event loop that the thread expects within the timeout. */
const TURNS = 10;
/** The thread needs 2 MB; a heap for services would allow 256. */
const THREAD_LIMITS = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 };

/**
 * Starts a thread that ends the process with `BLOCKED_STATUS` when its event loop has not turned
 * for this long. The thread logs the JavaScript stack and the request that is being handled.
 * @param timeoutMs 0 for never
 */
export async function watchEventLoop(service: ServiceName, timeoutMs: number): Promise<void> {
  if (timeoutMs === 0) return;
  // Imported lazily, so that it is a file of its own in a bundle.
  const { WATCHDOG_THREAD } = await import('./watchdog-thread.js');
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const turnMs = timeoutMs / TURNS;
  const workerData: WatchdogData = {
    service,
    turns,
    turnMs,
    timeoutMs,
    requests: requestsInFlight.memory,
    placeBytes: PLACE_BYTES,
    lastWords: `globalThis[Symbol.for('${LAST_WORDS}')]()`,
    exitStatus: BLOCKED_STATUS,
  };
  Reflect.set(globalThis, Symbol.for(LAST_WORDS), lastWords);
  setInterval(() => Atomics.add(turns, 0, 1), turnMs).unref();
  new Worker(new URL(WATCHDOG_THREAD), {
    name: 'watchdog',
    workerData,
    execArgv: [],
    resourceLimits: THREAD_LIMITS,
  }).unref();
}

const LAST_WORDS = 'ndx.last-words';

/**
 * The thread runs this in the middle of the blocking code, so the context is that of the blocking
 * request, and a response is written at once. The gateway has no context: there it is the request
 * whose head or body is being read.
 */
function lastWords(): string {
  const { requestId, entityId, place = requestsInFlight.current } = currentContext();
  requestsInFlight.fail(place);
  return JSON.stringify({ request_id: requestId, institution: entityId, place });
}
