import type { Loss } from '../history/tracked-permission.js';
import { PermissionLoad } from '../load/permission-load.js';
import type { DatabasePair, Replication } from '../system/database-pair.js';
import { reconcile } from '../system/reconcile.js';
import type { FailoverScenario, FailoverStage } from './scenario.js';

/** A way in which the database of consents and policies is replaced. */
interface Fault {
  readonly replication: Replication;
  /** Later commits will be lost; absent when none are. */
  readonly begin?: (pair: DatabasePair) => Promise<void>;
  readonly replace: (pair: DatabasePair) => Promise<void>;
  readonly what: string;
}

/** The standby takes over without the last commits. */
export const failoverAsynchronous = databaseLoss({
  what: 'killed the primary and promoted a standby that lacked the last commits',
  replication: 'asynchronous',
  begin: (pair) => pair.cutOff(),
  replace: (pair) => pair.failOver(),
});

/** The standby takes over with every commit. */
export const failoverSynchronous = databaseLoss({
  what: 'killed the primary and promoted its synchronous standby',
  replication: 'synchronous',
  replace: (pair) => pair.failOver(),
});

/** The database is restored from an earlier copy. */
export const restoreBehind = databaseLoss({
  what: 'stopped the database and put back a copy of an earlier moment',
  replication: 'asynchronous',
  begin: (pair) => pair.takeCopy(),
  replace: (pair) => pair.restoreCopy(),
});

function databaseLoss(fault: Fault): FailoverScenario {
  return async (stage) => {
    for (let round = stage.short ? 1 : 4; round > 0; round -= 1) await play(stage, fault);
  };
}

async function play(stage: FailoverStage, fault: Fault): Promise<void> {
  const { system, pair } = stage.exchange;
  const changes = stage.short ? 15 : 60;
  await pair.addStandby(fault.replication);
  const load = new PermissionLoad(system, stage.choices);
  const losses: Loss[] = [];
  await load.during(async () => {
    await load.changes(changes);
    await fault.begin?.(pair);
    if (fault.begin) {
      await load.changes(changes);
      // Whatever the clients did, one lost consent would permit queries if its copy remained.
      await load.addUnchanged('consent');
    }
    const startedAt = performance.now();
    await fault.replace(pair);
    if (fault.begin) losses.push({ startedAt, endedAt: performance.now() });
    stage.did(fault.what);
    await load.changes(changes);
  });
  await load.withdrawAll();
  stage.counted(load.describe());
  await reconcile(system, 'consent');
  stage.checked({
    promise: 'every history of grants, changes, revocations and queries is linearizable',
    broken: load.faults(losses),
  });
  const { count, used } = await load.orphans();
  stage.counted(`${count} consents that their owner lost`);
  const isUnproven = fault.begin !== undefined && count === 0;
  stage.checked({
    promise: 'once compared, no query uses a consent that its owner lost',
    broken: isUnproven ? ['the database lost no consent'] : used,
  });
}
