import { figureOf, type Figure } from '../measurement.js';
import { wholeCost, type Round } from './kyb-query-round.js';

/** The goals of the ratios to the yardstick, by number of clients. */
const MOST_COST: Readonly<Record<number, number>> = { 1: 4.5, 16: 2.5, 64: 2 };
const MOST_P50: Readonly<Record<number, number>> = { 1: 3 };
/** The goal of p99 over p50 of the system at 16 clients. */
const MOST_SPREAD = { embedded: 3, kafka: 3.5 } as const;

/** The figures of the rounds with one number of clients: the ratios first, then their operands. */
export function figuresOf(
  rounds: readonly Round[],
  clients: number,
  bus: keyof typeof MOST_SPREAD,
): Figure[] {
  const ofSide = (side: Round['side']) =>
    rounds.filter((round) => round.side === side && round.clients === clients);
  const [system, yardstick] = [ofSide('system'), ofSide('yardstick')];
  const figure = (what: string, unit: string, values: readonly number[], atMost?: number) =>
    figureOf(
      `${what}, ${clientsNamed(clients)}`,
      unit,
      values,
      atMost === undefined ? undefined : { atMost },
    );
  const ratio = (value: (round: Round) => number) =>
    system.map((round, index) => {
      const other = yardstick[index];
      if (other === undefined) throw new Error('a round of the yardstick is missing');
      return value(round) / value(other);
    });
  const spread = system.map(({ p50, p99 }) => p99 / p50);
  const p50 = ratio((round) => round.p50);
  const sides = Object.entries({ system, yardstick }).flatMap(([side, taken]) => {
    const of = (what: string, unit: string, value: (round: Round) => number) =>
      figure(`${side}: ${what}`, unit, taken.map(value));
    return [
      of('processor time per query', 'us', wholeCost),
      ...Object.keys(taken[0]?.cost ?? {}).map((part) =>
        of(`of it ${part}`, 'us', ({ cost }) => cost[part] ?? 0),
      ),
      of('queries per second', '/s', ({ perSecond }) => perSecond),
      of('p50', 'ms', (round) => round.p50),
      of('p99', 'ms', ({ p99 }) => p99),
    ];
  });
  return [
    figure('processor time over yardstick', '', ratio(wholeCost), MOST_COST[clients]),
    figure('p50 over yardstick', '', p50, MOST_P50[clients]),
    figure('p99 over p50', '', spread, clients === 16 ? MOST_SPREAD[bus] : undefined),
    ...sides,
  ];
}

export function clientsNamed(clients: number): string {
  return clients === 1 ? '1 client' : `${clients} clients`;
}
