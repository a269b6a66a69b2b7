import { describeOutcome, type Outcome } from '../system/caller.js';
import type { System } from '../system/system.js';
import { aPermission } from './a-permission.js';
import { QueryLoop } from './query-loop.js';
import { whileClientsRun } from './while-clients-run.js';
import { useOf, WITHDRAWAL_NAMES, WITHDRAWALS, type WithdrawalName } from './withdrawals.js';

/** Number of queries before a change, and after it. */
const QUERIES = 6;

/** The results of withdrawn permissions. */
export interface Withdrawn {
  /** Number of attempts by kind of withdrawal. */
  readonly tried: WithdrawalName[];
  /** Queries that showed withdrawn data although they started after the acknowledgement. */
  readonly leaked: string[];
  /** Failed requests in between. */
  readonly failed: string[];
}

/** Grants and withdraws permissions, with each kind of withdrawal in turn, during the work. */
export async function withdrawing(
  system: System,
  work: () => Promise<unknown>,
): Promise<Withdrawn> {
  const found: Withdrawn = { tried: [], leaked: [], failed: [] };
  await whileClientsRun(
    1,
    async (_n, isOver) => {
      for (let turn = 0; !isOver(); turn += 1) {
        const name = WITHDRAWAL_NAMES[turn % WITHDRAWAL_NAMES.length];
        if (name !== undefined) await withdrawOnce(system, name, found);
      }
    },
    work,
  );
  return found;
}

async function withdrawOnce(
  system: System,
  name: WithdrawalName,
  { tried, leaked, failed }: Withdrawn,
): Promise<void> {
  const permission = await aPermission(system);
  const queries = new QueryLoop(system, useOf(permission));
  const { by, request } = WITHDRAWALS[name];
  const { answer, boundAt } = await queries.during(async () => {
    await queries.answered(QUERIES, 0);
    const given = await system.as(by).ask(request(permission));
    const now = performance.now();
    await queries.answered(QUERIES, now);
    return { answer: given, boundAt: now };
  });
  tried.push(name);
  const outcomes = [answer, ...queries.asked.map(({ outcome }) => outcome)];
  failed.push(...outcomes.filter(isFailure).map((it) => `${name}: ${describeOutcome(it)}`));
  leaked.push(
    ...queries
      .usedAfter(boundAt)
      .map(({ outcome }) => `${name} (${permission.consentId}): ${describeOutcome(outcome)}`),
  );
}

function isFailure(outcome: Outcome): boolean {
  return outcome.kind !== 'answered' || outcome.status >= 500;
}
