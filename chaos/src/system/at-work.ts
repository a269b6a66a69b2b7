import { setTimeout as pause } from 'node:timers/promises';
import { CONSUMERS } from './figures.js';
import type { Replica } from './replica.js';

const POLL_MS = 500;
const SETTLE_TIMEOUT_MS = 120_000;

/**
 * Waits until a replica has answered requests and, if its service consumes events, taken some from
 * the bus: before that the test does not involve two replicas.
 *
 * @throws Error when it gets no work within two minutes
 */
export async function untilAtWork(replica: Replica): Promise<void> {
  const deadline = Date.now() + SETTLE_TIMEOUT_MS;
  const before = await replica.figures();
  const isConsumer = CONSUMERS.some((service) => service === replica.service);
  for (;;) {
    const now = await replica.figures();
    const requests = now.requests - before.requests;
    const consumed = now.consumed - before.consumed;
    if (requests > 0 && (consumed > 0 || !isConsumer)) return;
    if (Date.now() > deadline) {
      throw new Error(
        `${replica.label} is given no work: ${requests} requests, ${consumed} events`,
      );
    }
    await pause(POLL_MS);
  }
}
