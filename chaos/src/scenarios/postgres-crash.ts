import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import { everything } from '../checks/everything.js';
import { tracesOf } from '../checks/one-per-key.js';
import { Load } from '../load/load.js';
import type { Stage } from './scenario.js';

const CLIENTS = 4;
/** Number of acknowledged operations before each crash, and after it. */
const STRETCH = 40;

/**
 * Postgres is killed under load, and started again by the scenario and at last by the launcher; the
 * services keep running (design 4).
 */
export async function postgresCrash(stage: Stage): Promise<void> {
  const { system, choices, short } = stage;
  const { postgres } = system.network.databases;
  const before = await tracesOf(system);
  const restarts = restartsOf(stage);
  const load = new Load(system, choices);
  const more = async () => {
    const enough = load.ledger.done.length + STRETCH;
    await eventually(
      () => {
        if (load.ledger.done.length >= enough) return;
        throw new Error(`no more is acknowledged: ${load.ledger.describe().join('; ')}`);
      },
      { timeoutMs: 120_000 },
    );
  };

  const absences = choices.of(
    'milliseconds without Postgres',
    fc.integer({ min: 2_000, max: 5_000 }),
  );
  await load.during(CLIENTS, async () => {
    for (let crashes = short ? 1 : 5; crashes > 0; crashes -= 1) {
      await more();
      const absence = absences.next().value;
      await postgres.kill();
      await pause(absence);
      await postgres.restart();
      stage.did(`killed Postgres, and started it again after ${absence} ms`);
      await more();
    }
    const { pid } = postgres;
    process.kill(pid, 'SIGKILL');
    await eventually(
      () => {
        if (postgres.pid === pid) throw new Error('the launcher does not start Postgres again');
      },
      { timeoutMs: 60_000 },
    );
    stage.did('killed Postgres, and the launcher started it again');
    await more();
  });

  stage.counted(...load.ledger.describe());
  stage.checked(
    {
      promise: 'no process had to be started again',
      broken: restartsOf(stage).filter((restart) => !restarts.includes(restart)),
    },
    ...(await everything(system, before, load.ledger)),
  );
}

function restartsOf({ system }: Stage): string[] {
  return [...system.network.processes.values()].flatMap((process) => process.restarts);
}
