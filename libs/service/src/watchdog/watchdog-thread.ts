import { writeSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, workerData } from 'node:worker_threads';

// This module runs in a thread of its own, so it imports nothing that starts the process.

/** The input of the thread. */
export interface WatchdogData {
  /** The name of the process in its log lines. */
  readonly service: string;
  /** Counts the turns of the event loop: at least one per `turnMs`. */
  readonly turns: Int32Array;
  readonly turnMs: number;
  readonly timeoutMs: number;
  /** The memory of `RequestsInFlight`. */
  readonly requests: SharedArrayBuffer;
  readonly placeBytes: number;
  /** An expression of the main thread: its current request, as JSON. */
  readonly lastWords: string;
  readonly exitStatus: number;
}

export const WATCHDOG_THREAD = import.meta.url;

/** CPU time to interrupt the main thread; it cannot be interrupted in code that is not JavaScript. */
const PAUSE_CPU_MS = 2_000;
/** CPU time for the main thread to exit by itself, with its last log lines. */
const EXIT_CPU_MS = 5_000;
/** Ends the wait for a main thread that uses no CPU: it may wait for a file or a lock. */
const LONGEST_WAIT_MS = 20_000;
const CLOCK_MS = 100;
const LONGEST_STACK = 20;
const LONGEST_LIST = 5;

interface PausedMainThread {
  readonly stack: readonly string[];
  evaluate(expression: string): Promise<unknown>;
}

if (!isMainThread && isOurs(workerData)) watch(workerData);

function isOurs(data: unknown): data is WatchdogData {
  return typeof data === 'object' && data !== null && 'lastWords' in data;
}

/**
 * Counts its own turns in which the main thread made none: a suspended process has neither, so a
 * paused machine ends no process.
 */
function watch(data: WatchdogData): void {
  let seen = -1;
  let missed = 0;
  const timer = setInterval(() => {
    const turns = Atomics.load(data.turns, 0);
    missed = turns === seen ? missed + 1 : 0;
    seen = turns;
    if (missed * data.turnMs < data.timeoutMs) return;
    clearInterval(timer);
    endProcess(data).catch(killProcess);
  }, data.turnMs);
}

async function endProcess(data: WatchdogData): Promise<void> {
  const main = await pauseMainThread();
  try {
    const current = main && parse(await main.evaluate(data.lastWords));
    writeSync(1, `${JSON.stringify(lineOf(data, main, current))}\n`);
  } finally {
    waitForCpu(EXIT_CPU_MS).then(killProcess, killProcess);
    await main?.evaluate(`process.exit(${data.exitStatus})`);
  }
}

function killProcess(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** Stops the main thread wherever it is; undefined when it cannot be stopped. */
async function pauseMainThread(): Promise<PausedMainThread | undefined> {
  const session = new Session();
  session.connectToMainThread();
  const paused = new Promise<PausedMainThread>((resolve) => {
    session.once('Debugger.paused', ({ params: { callFrames } }) => {
      const callFrameId = callFrames[0]?.callFrameId ?? '';
      resolve({
        stack: callFrames.slice(0, LONGEST_STACK).map(({ functionName, url, location }) => {
          const { lineNumber, columnNumber = 0 } = location;
          return `${functionName || '<anonymous>'} (${url}:${lineNumber + 1}:${columnNumber + 1})`;
        }),
        evaluate: async (expression) => {
          const { result } = await session.post('Debugger.evaluateOnCallFrame', {
            callFrameId,
            expression,
            returnByValue: true,
          });
          const value: unknown = result.value;
          return value;
        },
      });
    });
  });
  const pausing = session.post('Debugger.enable').then(() => session.post('Debugger.pause'));
  return Promise.race([pausing.then(() => paused), waitForCpu(PAUSE_CPU_MS)]);
}

/** Waits until the process has used the CPU this long: on a busy machine it may get none for seconds. */
async function waitForCpu(cpuMs: number): Promise<undefined> {
  const before = process.cpuUsage();
  const end = Date.now() + LONGEST_WAIT_MS;
  let usedMs = 0;
  while (usedMs < cpuMs && Date.now() < end) {
    await sleep(CLOCK_MS);
    const { user, system } = process.cpuUsage(before);
    usedMs = (user + system) / 1_000;
  }
}

/** The request that the main thread handles; one of an event has no place. */
interface CurrentRequest {
  readonly request_id?: string;
  readonly institution?: string;
  readonly place?: number;
}

function parse(words: unknown): CurrentRequest {
  return typeof words === 'string' ? (JSON.parse(words) as CurrentRequest) : {};
}

/** A line like those of the logger. */
function lineOf(
  data: WatchdogData,
  main: PausedMainThread | undefined,
  { place, ...current }: CurrentRequest = {},
) {
  const requests = requestsOf(data);
  const guilty = requests.find((request) => request.place === place)?.fields;
  const others = requests.filter((request) => request.place !== place);
  return {
    level: 60,
    time: Date.now(),
    service: data.service,
    ...(guilty ?? current),
    timeout_ms: data.timeoutMs,
    stack: main?.stack ?? 'not available: the process runs code that is not JavaScript',
    in_flight: others.slice(0, LONGEST_LIST).map(({ fields }) => fields),
    in_flight_count: requests.length,
    exit_status: data.exitStatus,
    msg: 'event loop blocked; ending the process',
  };
}

/** The requests in flight, the last started first. */
function requestsOf({ requests, placeBytes }: WatchdogData) {
  const bytes = Buffer.from(requests);
  return Array.from({ length: bytes.length / placeBytes }, (_, place) => {
    const at = place * placeBytes;
    const end = at + 8 + bytes.readUInt32LE(at + 4);
    const [request_id, institution, operation, body] = bytes
      .toString('latin1', at + 8, end)
      .split('\n');
    const fields = {
      request_id,
      ...(institution !== '' && { institution }),
      operation,
      body_bytes: Number(body),
    };
    return { place, started: bytes.readUInt32LE(at), fields };
  })
    .filter(({ started }) => started > 0)
    .sort((a, b) => b.started - a.started);
}
