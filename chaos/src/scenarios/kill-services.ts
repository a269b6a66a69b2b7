import { setTimeout as pause } from 'node:timers/promises';
import { SERVICE_NAMES, type ServiceName } from '@ndx/contracts';
import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import type { Choices } from '../choices.js';
import { everything } from '../checks/everything.js';
import { tracesOf } from '../checks/one-per-key.js';
import { Load } from '../load/load.js';
import type { Stage } from './scenario.js';

const CLIENTS = 4;
/** Time limit when nothing works. */
const LONGEST_MS = 10 * 60_000;

/**
 * `kill -9` of a process every two seconds, including the gateway (design 4): of each service once
 * in random order, in the long form repeatedly.
 */
export async function killServices(stage: Stage): Promise<void> {
  const { system, choices, short } = stage;
  const wanted = short
    ? { acknowledged: 200, kills: SERVICE_NAMES.length }
    : { acknowledged: 1_000, kills: 60 };
  const before = await tracesOf(system);
  const load = new Load(system, choices);
  const deadline = Date.now() + LONGEST_MS;
  const kills: ServiceName[] = [];
  const isEnough = () => load.ledger.done.length >= wanted.acknowledged || Date.now() > deadline;

  const victims = victimsBy(choices);
  const waits = choices.of('milliseconds between kills', fc.integer({ min: 1_500, max: 2_500 }));
  await load.during(CLIENTS, async () => {
    // A time limit for machines on which starting takes longer than the interval of kills.
    while (kills.length < wanted.kills && (short || !isEnough())) {
      await pause(waits.next().value);
      const victim = victims.next().value;
      // A process that is just restarting is skipped.
      if (!system.process(victim).isRunning) continue;
      await system.process(victim).kill('SIGKILL');
      kills.push(victim);
    }
    await eventually(
      () => {
        if (!isEnough()) throw new Error('the load does not come to its end');
      },
      { timeoutMs: LONGEST_MS },
    );
  });

  stage.did(`killed, in this order: ${kills.join(', ')}`);
  stage.counted(...load.ledger.describe());
  stage.checked(...(await everything(system, before, load.ledger)));
}

function* victimsBy(choices: Choices): Generator<ServiceName, never> {
  const { length } = SERVICE_NAMES;
  const all = fc.shuffledSubarray([...SERVICE_NAMES], { minLength: length, maxLength: length });
  const orders = choices.of('order of victims', all);
  for (;;) yield* orders.next().value;
}
