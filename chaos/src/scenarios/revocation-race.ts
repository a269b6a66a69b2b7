import { eventually } from '@ndx/testing';
import fc from 'fast-check';
import { ENDINGS, undo, type Ending } from '../load/endings.js';
import { QueryLoop } from '../load/query-loop.js';
import { describeOutcome, type Outcome } from '../system/caller.js';
import { TROUBLES, type Trouble } from '../system/troubles.js';
import type { Stage } from './scenario.js';

/** Number of responses before the change, and after it. */
const QUERIES = 12;

/** A change during a stream of requests that use it, and a fault of product-query meanwhile. */
interface Round {
  /** One of `ENDINGS`. */
  readonly name: string;
  readonly trouble: Trouble;
  /** Whether the caller retries until the change is acknowledged. */
  readonly repeated: boolean;
}

const NAMES = [...ENDINGS.keys()];

const SHORT: readonly Round[] = [
  ...NAMES.map((name) => ({ name, trouble: 'none', repeated: true }) as const),
  { name: 'revoked', trouble: 'slow', repeated: true },
  { name: 'under a policy that disables the field', trouble: 'slow', repeated: true },
  { name: 'revoked', trouble: 'unreachable', repeated: true },
  { name: 'without its grant', trouble: 'unreachable', repeated: true },
  { name: 'revoked', trouble: 'unreachable', repeated: false },
  { name: 'of a querier that is expelled', trouble: 'slow', repeated: true },
  { name: 'of a querier that is expelled', trouble: 'unreachable', repeated: true },
  { name: 'of a suspended account', trouble: 'unreachable', repeated: false },
];

const LONG_REPETITIONS = 5;
const LONG: readonly Round[] = NAMES.flatMap((name) =>
  (['none', 'slow', 'unreachable'] as const).flatMap((trouble) =>
    Array.from({ length: LONG_REPETITIONS }, (_, n) => ({ name, trouble, repeated: n > 0 })),
  ),
);

/** Permissions and callers are withdrawn during a stream of requests that use them (design 3). */
export async function revocationRace(stage: Stage): Promise<void> {
  const moments = stage.choices.of('milliseconds of trouble', fc.integer({ min: 500, max: 7_000 }));
  const leaked: string[] = [];
  for (const round of stage.short ? SHORT : LONG) {
    leaked.push(...(await playRound(stage, round, moments.next().value)));
    await stage.system.ready();
  }
  stage.checked({
    promise: 'no request that starts after the acknowledgement uses what ended',
    broken: leaked,
  });
}

/** The responses that used what had ended. */
async function playRound(stage: Stage, round: Round, forMs: number): Promise<readonly string[]> {
  const { system } = stage;
  const ending = await ENDINGS.get(round.name)?.(system);
  if (!ending) throw new Error(`there is no ending ${round.name}`);
  const queries = new QueryLoop(system, ending.use);
  const leaked = await queries.during(async () => {
    await queries.answered(QUERIES, 0);
    if (queries.usedAfter(0).length === 0) throw new Error(`nothing uses it: ${round.name}`);
    const troubled = TROUBLES[round.trouble](system, forMs);
    const answers = await withdraw(stage, round, ending);
    // A change without an acknowledgement applies as soon as product-query has caught up.
    if (!isAcknowledged(answers.at(-1))) await untilHidden(stage, queries);
    const boundAt = performance.now();
    await troubled;
    await queries.answered(QUERIES, boundAt);
    const what = `a permission ${round.name}; product-query's trouble: ${round.trouble}`;
    stage.did(`${what}; answered ${tally(answers)}; ${queries.asked.length} requests around it`);
    return queries
      .usedAfter(boundAt)
      .map(({ outcome }) => `${what} (${ending.request.path}): ${describeOutcome(outcome)}`);
  });
  await undo(system, ending);
  return leaked;
}

/** Every response to the change; with retries the last one is an acknowledgement. */
async function withdraw(
  { system }: Stage,
  { name, repeated }: Round,
  { by, request }: Ending,
): Promise<readonly Outcome[]> {
  const answers: Outcome[] = [];
  await eventually(
    async () => {
      const outcome = await system.as(by).ask(request);
      answers.push(outcome);
      if (repeated && !isAcknowledged(outcome)) {
        throw new Error(`a permission ${name} is never acknowledged: ${describeOutcome(outcome)}`);
      }
    },
    { timeoutMs: 60_000 },
  );
  return answers;
}

async function untilHidden({ system }: Stage, queries: QueryLoop): Promise<void> {
  await system.ready();
  await eventually(async () => {
    const since = performance.now();
    await queries.answered(QUERIES, since);
    if (queries.usedAfter(since).length > 0) throw new Error('it is still used');
  });
}

/** The number of each response, e.g. `500 (12x), 200 (1x)`. */
function tally(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    const name = outcome.kind === 'answered' ? String(outcome.status) : outcome.kind;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, count]) => `${name} (${count}x)`).join(', ');
}

function isAcknowledged(outcome: Outcome | undefined): boolean {
  return outcome?.kind === 'answered' && outcome.status < 300;
}
