import { setTimeout as sleep } from 'node:timers/promises';
import type { BusServer, SubscriptionState } from '@ndx/messaging';
import type { Readiness } from './readiness.js';
import type { Logger } from '@ndx/telemetry';

const LOOK_EVERY_MS = 500;

/** States of a subscription during an outage of the bus. */
const MAY_BE_THE_BUS: ReadonlySet<SubscriptionState> = new Set(['recovering', 'silent']);

export interface WatchOptions {
  readonly logger: Logger;
  /** Time after which a stuck handler ends the process, in milliseconds. */
  readonly exitAfterMs: number;
}

type Consumption = Pick<BusServer, 'state' | 'subscription' | 'busOutage'>;

export interface ConsumptionWatch {
  /** Rejects when a handler was stuck for too long: only a restart helps. */
  untilBroken(): Promise<never>;
  stop(): void;
}

/**
 * Makes readiness follow consumption: ready after the events on the bus at start have been applied,
 * and while events are being applied or the bus is down for everyone (design 3, decision 0039). It
 * recovers by itself.
 */
export function watchConsumption(
  readiness: Readiness,
  consumption: Consumption,
  { logger, exitAfterMs }: WatchOptions,
): ConsumptionWatch {
  const stopping = new AbortController();
  let waitingFor: string | undefined = 'not caught up with the bus yet';
  readiness.require(() => waitingFor);
  readiness.require(() => problemOf(consumption));
  const caughtUp = untilCaughtUp(consumption, stopping.signal, (error) => {
    waitingFor = `reading from the bus failed; retrying: ${String(error)}`;
    logger.warn({ err: error }, 'reading the lag failed; retrying');
  }).then(() => {
    waitingFor = undefined;
    return new Promise<never>(() => undefined);
  });
  return {
    untilBroken: () =>
      Promise.race([caughtUp, untilBroken(consumption, stopping.signal, exitAfterMs)]),
    stop: () => stopping.abort(),
  };
}

/** The reason why another process would consume better than this one. */
async function problemOf(consumption: Consumption): Promise<string | undefined> {
  const state = consumption.state();
  if (state === 'running') return undefined;
  const isBusAway = MAY_BE_THE_BUS.has(state) && (await consumption.busOutage()) !== undefined;
  return isBusAway ? undefined : `consumption is ${state}`;
}

async function untilCaughtUp(
  { subscription }: Consumption,
  stopping: AbortSignal,
  onFailure: (error: unknown) => void,
): Promise<void> {
  for (;;) {
    const fault = await subscription.caughtUp(stopping).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    if (fault === undefined || stopping.aborted) return;
    onFailure(fault.error);
    await sleep(LOOK_EVERY_MS);
  }
}

async function untilBroken(
  consumption: Consumption,
  stopping: AbortSignal,
  exitAfterMs: number,
): Promise<never> {
  let since = performance.now();
  while (!stopping.aborted) {
    const now = performance.now();
    if (consumption.state() !== 'stuck') since = now;
    if (now - since >= exitAfterMs) throw new Error('an event handler does not return');
    await sleep(LOOK_EVERY_MS, undefined, { ref: false });
  }
  return new Promise(() => undefined);
}
