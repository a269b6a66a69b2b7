import { logsAreWhole, everyFactIsAuditedOnce } from '../checks/audited.js';
import { everything } from '../checks/everything.js';
import { handledOnce } from '../checks/handled-once.js';
import { appliedInBusOrder, busOrderIsCommitOrder, keysWithSeveral } from '../checks/key-order.js';
import { tracesOf } from '../checks/one-per-key.js';
import { revisionsAreWhole } from '../checks/order.js';
import { Settling } from '../checks/settling.js';
import { handedOver, publishers } from '../checks/publishers.js';
import { changeConsents } from '../load/change-consents.js';
import { Load } from '../load/load.js';
import { furnishingSameSubjects } from '../load/same-subjects.js';
import { withdrawing } from '../load/withdrawing.js';
import { untilAtWork } from '../system/at-work.js';
import type { Replica } from '../system/replica.js';
import type { ReplicatedStage } from './scenario.js';

const CLIENTS = 3;

/** Number of replicas of each service. */
const KINDS = ['firsts', 'seconds'] as const;
const SHORT = { leave: ['firsts'], die: ['seconds'] } as const;

/**
 * Two replicas of every service, including the gateway, on one bus and one database each; one after
 * the other leaves and joins again under load, stopped or killed (design 12). On a new system, in
 * which each service has one address, like a Service of Kubernetes.
 */
export async function replicasJoinAndLeave(stage: ReplicatedStage): Promise<void> {
  const { system } = stage.exchange;
  const load = new Load(system, stage.choices);
  const rounds = stage.short ? 1 : 4;
  await comeAndGo(stage, load, rounds);

  // Requests so far were sent once.
  const before = await tracesOf(system);
  await crash(stage, load, rounds);

  const { replicas } = stage.exchange;
  stage.counted(
    ...load.ledger.describe(),
    `${await keysWithSeveral(system)} keys have several events`,
    ...(await Promise.all(replicas.map(workOf))),
  );
  const settling = new Settling();
  stage.checked(
    ...(await everything(system, before, load.ledger)),
    await everyFactIsAuditedOnce(system, settling),
    await logsAreWhole(system),
    await busOrderIsCommitOrder(system),
    await appliedInBusOrder(system),
    await revisionsAreWhole(system),
    await handledOnce(system, replicas),
  );
}

/**
 * The second replicas join; then the replicas of one service leave in turn, on request, and join
 * again.
 */
async function comeAndGo(stage: ReplicatedStage, load: Load, rounds: number): Promise<void> {
  const { exchange } = stage;
  const { system } = exchange;
  const ends: string[] = [];
  const changes: string[] = [];
  const work = async () => {
    await exchange.startSeconds();
    await allAtWork(stage, 'the second ones joined');
    for (let turn = 0; turn < rounds; turn += 1) {
      for (const kind of stage.short ? SHORT.leave : KINDS) {
        const before = await publishers(system);
        const [changed, badEnds] = await Promise.all([
          changeConsents(load),
          leaveAndJoin(exchange[kind]),
        ]);
        changes.push(...changed.failures);
        ends.push(...badEnds);
        // Each replica publishes a part of its service's outbox.
        await handedOver(system, before);
        await allAtWork(stage, `the ${kind} left and joined again`);
      }
    }
  };
  const { tried, leaked, failed } = await load.during(CLIENTS, () =>
    furnishingSameSubjects(load, () => withdrawing(system, work)),
  );
  stage.counted(`${tried.length} permissions were given and withdrawn`);
  stage.checked(
    {
      promise: 'no request fails while replicas join and leave',
      broken: [...load.ledger.failures, ...changes, ...failed],
    },
    { promise: 'each that leaves ends with status 0 within its grace period', broken: ends },
    {
      promise: 'no query that starts after the acknowledgement shows what was withdrawn',
      broken: leaked,
    },
  );
}

/** The replicas of one kind are killed in turn, and join again. */
async function crash(stage: ReplicatedStage, load: Load, rounds: number): Promise<void> {
  await load.during(CLIENTS, () =>
    furnishingSameSubjects(load, async () => {
      const { exchange } = stage;
      for (let turn = 0; turn < rounds; turn += 1) {
        for (const kind of stage.short ? SHORT.die : KINDS) {
          const before = await publishers(exchange.system);
          await Promise.all(exchange[kind].map((replica) => replica.die()));
          await Promise.all(exchange[kind].map((replica) => replica.join()));
          await handedOver(exchange.system, before);
          await allAtWork(stage, `the ${kind} were killed and joined again`);
        }
      }
    }),
  );
}

/** Stops all at once; returns the replicas that did not stop cleanly. */
async function leaveAndJoin(leaving: readonly Replica[]): Promise<readonly string[]> {
  const ends = await Promise.all(
    leaving.map(async (replica) => ({ replica, end: await replica.leave() })),
  );
  await Promise.all(leaving.map((replica) => replica.join()));
  return ends
    .filter(({ end }) => end.status !== 0)
    .map(({ replica, end }) => `${replica.label}: ${end.status ?? String(end.signal)}`);
}

/** Waits until each of them serves requests, and has its share of partitions and outboxes. */
async function allAtWork(stage: ReplicatedStage, deed: string): Promise<void> {
  stage.did(deed);
  await Promise.all(stage.exchange.replicas.map(untilAtWork));
}

/** A line of the report: the work of each process of a replica. */
async function workOf(replica: Replica): Promise<string> {
  const processes = await replica.allFigures();
  const sum = (of: 'requests' | 'consumed') =>
    processes.reduce((total, figures) => total + figures[of], 0);
  return (
    `${replica.label}, ${processes.length} processes one after the other: ` +
    `${sum('requests')} requests, ${sum('consumed')} events`
  );
}
