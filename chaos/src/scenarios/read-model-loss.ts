import { eventually } from '@ndx/testing';
import type { Loss, TrackedPermission } from '../history/tracked-permission.js';
import { PermissionLoad } from '../load/permission-load.js';
import { describeOutcome, isDone, type Outcome } from '../system/caller.js';
import type { System } from '../system/system.js';
import type { FailoverScenario, FailoverStage } from './scenario.js';

const OWNERS = ['consent', 'policy'] as const;

/** The permissions that are withdrawn right before the failover. */
const WITHDRAWN: readonly TrackedPermission['kind'][] = ['consent', 'policy', 'consent', 'policy'];

/** The standby of the database of product-query takes over without the last commits. */
export const failoverReadModels: FailoverScenario = (stage) =>
  inRounds(stage, async () => {
    await stage.exchange.pair.failOver();
    stage.did('promoted a standby that lacked the last commits of product-query');
    // Consent and policy lost nothing: a query may never use a withdrawn permission.
    return [];
  });

/** One standby of all databases takes over: owners and read models lose their last commits. */
export const failoverEverything: FailoverScenario = (stage) =>
  inRounds(stage, (load) =>
    load.withoutChanges(async () => {
      const { pair, system } = stage.exchange;
      // The bus has the lost changes.
      for (const owner of OWNERS) await published(system, owner);
      const startedAt = performance.now();
      await pair.failOver();
      stage.did('promoted a standby that lacked the last commits of owners and product-query');
      return [{ startedAt, endedAt: performance.now() }];
    }),
  );

async function inRounds(
  stage: FailoverStage,
  failOver: (load: PermissionLoad) => Promise<readonly Loss[]>,
): Promise<void> {
  for (let round = stage.short ? 1 : 4; round > 0; round -= 1) await play(stage, failOver);
}

async function play(
  stage: FailoverStage,
  failOver: (load: PermissionLoad) => Promise<readonly Loss[]>,
): Promise<void> {
  const { system, pair } = stage.exchange;
  const changes = stage.short ? 15 : 60;
  const load = new PermissionLoad(system, stage.choices);
  const losses = await load.during(async () => {
    await load.changes(changes);
    const withdrawn = [];
    for (const kind of WITHDRAWN) withdrawn.push(await load.addUnchanged(kind));
    await pair.addStandby('asynchronous');
    await pair.cutOff();
    await load.changes(changes);
    // The standby has each of these permissions, and none of the withdrawals.
    for (const permission of withdrawn) requireDone(await load.withdraw(permission));
    const lost = await failOver(load);
    // Queries run at once: before any repair, only the confirmation of the read models prevents a
    // use.
    await Promise.all(withdrawn.map((permission) => load.queryAtOnce(permission)));
    await load.changes(changes);
    return lost;
  });
  await load.withdrawAll();
  // A new permission shows what is furnished: queries do not just fail.
  await new PermissionLoad(system, stage.choices).during(async () => undefined);
  stage.counted(load.describe());
  stage.checked({
    promise: 'every history of grants, changes, revocations and queries is linearizable',
    broken: load.faults(losses),
  });
}

function requireDone(outcome: Outcome): void {
  if (!isDone(outcome)) throw new Error(`not withdrawn: ${describeOutcome(outcome)}`);
}

async function published(system: System, owner: (typeof OWNERS)[number]): Promise<void> {
  await eventually(async () => {
    const rows = await system.sql(owner, 'select from outbox');
    if (rows.length > 0) throw new Error(`${rows.length} events of ${owner} are not published`);
  });
}
