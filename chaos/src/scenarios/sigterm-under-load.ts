import { connect } from 'node:net';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import type { ProcessEnd } from '@ndx/local-infra';
import { eventually } from '@ndx/testing';
import { everything } from '../checks/everything.js';
import { tracesOf } from '../checks/one-per-key.js';
import { Load } from '../load/load.js';
import { furnish, furnished, query } from '../load/operations.js';
import { describeOutcome } from '../system/caller.js';
import { holdTable } from '../system/hold-table.js';
import { watchLog } from '../system/log-watch.js';
import type { System } from '../system/system.js';
import { HELD_REQUESTS } from './in-flight.js';
import type { Stage } from './scenario.js';

const CLIENTS = 3;
/** Less than a service's pool of connections, so that each of them waits for the lock. */
const IN_FLIGHT = 6;

/** The gateway's message for a connection closed by a service during a request. */
const LOST_ON_THE_WAY = /SocketError|other side closed|ECONNRESET|EPIPE/;

/** Each process in turn is stopped with requests in flight, while others keep arriving. */
export async function sigtermUnderLoad(stage: Stage): Promise<void> {
  const { system, choices } = stage;
  const before = await tracesOf(system);
  const gatewayLog = watchLog(system, 'gateway');
  const load = new Load(system, choices);
  const failed: string[] = [];
  const ends: string[] = [];
  await load.during(CLIENTS, async () => {
    const businessId = await aKnownBusiness(load);
    for (const victim of SERVICE_NAMES) {
      const { answers, end } = await stopWithRequestsInHand(system, victim, businessId);
      failed.push(...answers.map((answer) => `${victim}: ${answer}`));
      if (end.status !== 0) ends.push(`${victim}: status ${end.status ?? String(end.signal)}`);
      stage.did(
        `${victim}: SIGTERM with ${IN_FLIGHT} requests in hand; it ended after ${end.afterMs} ms`,
      );
      await system.process(victim).ready();
    }
  });

  stage.counted(...load.ledger.describe());
  stage.checked(
    { promise: 'every request that a process had in hand is answered', broken: failed },
    {
      promise: 'no connection is closed with a request on it, to a client or to a service',
      broken: [...load.ledger.brokenOff, ...gatewayLog(LOST_ON_THE_WAY)],
    },
    { promise: 'each process ends with status 0 within its grace period', broken: ends },
    // The held requests are not in the ledger, so their rows are not counted.
    ...(await everything(system, before, load.ledger)).filter(
      ({ promise }) => !promise.startsWith('a request that is repeated'),
    ),
  );
}

/**
 * Stops a process while its requests wait for a table, which is unlocked once it refuses
 * connections.
 */
async function stopWithRequestsInHand(
  system: System,
  victim: ServiceName,
  businessId: string,
): Promise<{ readonly answers: string[]; readonly end: ProcessEnd }> {
  const inHand = HELD_REQUESTS[victim];
  if (!inHand) return { answers: [], end: await system.process(victim).terminate() };
  const { service, table, ask } = inHand;
  const held = await holdTable(system, service, table);
  const asked = Array.from({ length: IN_FLIGHT }, () => {
    const { by, request } = ask(businessId);
    return system.as(by).ask(request);
  });
  await held.waiting(IN_FLIGHT);
  const ended = system.process(victim).terminate();
  await untilRefused(Number(system.network.environment(victim)['PORT']));
  await held.release();
  const outcomes = await Promise.all(asked);
  const broken = outcomes.filter(
    (outcome) => outcome.kind !== 'answered' || (outcome.status !== 200 && outcome.status !== 204),
  );
  return { answers: broken.map(describeOutcome), end: await ended };
}

/** A queryable business. */
async function aKnownBusiness(load: Load): Promise<string> {
  const answer = await load.perform(furnish());
  if (answer?.status !== 200) throw new Error('nothing can be furnished');
  const { business_id } = furnished(answer);
  await eventually(async () => {
    const outcome = await load.perform(query({ business_id }));
    if (outcome?.status !== 200) throw new Error('the business cannot be queried');
  });
  return business_id;
}

/** Waits until the port refuses connections: the process has begun to stop. */
function untilRefused(port: number): Promise<void> {
  return eventually(async () => {
    if (await accepts(port)) throw new Error(`port ${port} still takes connections`);
  });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
