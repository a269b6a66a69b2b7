import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@ndx/testing';
import { everything } from '../checks/everything.js';
import { tracesOf } from '../checks/one-per-key.js';
import { arrivedInOrder, backlogOf, type Backlog } from '../checks/order.js';
import { changeConsents } from '../load/change-consents.js';
import { Load } from '../load/load.js';
import { busOutages, type BusOutage } from '../system/bus-outages.js';
import type { Stage } from './scenario.js';

const CLIENTS = 3;
const WARM_UP = 20;

/** The bus is down for a minute (ten seconds in the short form) under load (design 4). */
export async function brokerOutage(stage: Stage): Promise<void> {
  for (const outage of busOutages(stage.system)) await playOne(stage, outage);
}

async function playOne(stage: Stage, outage: BusOutage): Promise<void> {
  const { system, choices, short } = stage;
  const lengthMs = short ? 10_000 : 60_000;
  const before = await tracesOf(system);
  const load = new Load(system, choices);
  let backlog: Backlog = new Map();
  let changes = 0;
  const failures: string[] = [];
  let unready: readonly string[] = [];
  await load.during(CLIENTS, async () => {
    await eventually(() => {
      if (load.ledger.done.length < WARM_UP) throw new Error('the load does not get going');
    });
    await outage.begin();
    const failuresBefore = load.ledger.failures.length;
    const beganAt = Date.now();
    const changed = await changeConsents(load);
    await pause(lengthMs - (Date.now() - beganAt));
    changes = changed.made;
    failures.push(...load.ledger.failures.slice(failuresBefore), ...changed.failures);
    backlog = await backlogOf(system);
    unready = await system.unready();
    await outage.end();
  });

  const waiting = [...backlog.values()];
  const events = waiting.reduce((sum, { length }) => sum + length, 0);
  const several = waiting.filter(({ length }) => length > 1).length;
  stage.did(`${outage.what} for ${Math.round(lengthMs / 1_000)} s`);
  stage.counted(
    `${events} events of ${waiting.length} keys waited, ${several} keys with several`,
    ...load.ledger.describe(),
  );
  stage.checked(
    { promise: `nothing fails while ${outage.what}`, broken: failures },
    { promise: `every service is sent work while ${outage.what}`, broken: unready },
    {
      promise: 'what was written meanwhile waited in the outboxes',
      broken: events < changes ? [`${events} events for ${changes} changes and more`] : [],
    },
    ...(await everything(system, before, load.ledger)),
    // After the outboxes are empty.
    arrivedInOrder(backlog, await system.busLog.events()),
  );
}
