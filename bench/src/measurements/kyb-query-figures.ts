import { clientsNamed } from '../clients.js';
import type { Figure } from '../measurement.js';
import { median } from '../percentile.js';
import { wholeCost, type Round } from './kyb-query-round.js';

/** The goals of the KYB query, by the figure's name without its number of clients. */
const MOST_OF_YARDSTICK = 1.5;
const MOST_P50_OF_YARDSTICK = 2.5;
const MOST_P99_OF_P50 = 5;

/** The figures of the rounds with one number of clients: the ratios first, then their operands. */
export function figuresOf(rounds: readonly Round[], clients: number): Figure[] {
  const of = (side: Round['side']) =>
    rounds.filter((round) => round.side === side && round.clients === clients);
  const system = of('system');
  const yardstick = of('yardstick');
  const name = (what: string) => `${what}, ${clientsNamed(clients)}`;
  const figure = (
    what: string,
    unit: string,
    values: readonly number[],
    atMost?: number,
  ): Figure => ({
    name: name(what),
    value: median(values),
    unit,
    rounds: values,
    ...(atMost !== undefined && { goal: { atMost } }),
  });
  const ratio = (value: (round: Round) => number) =>
    system.map((round, index) => {
      const other = yardstick[index];
      if (other === undefined) throw new Error('a round of the yardstick is missing');
      return value(round) / value(other);
    });
  return [
    figure(
      'processor time over yardstick',
      '',
      ratio(wholeCost),
      clients === 16 ? MOST_OF_YARDSTICK : undefined,
    ),
    figure(
      'p50 over yardstick',
      '',
      ratio(({ p50 }) => p50),
      clients === 1 ? MOST_P50_OF_YARDSTICK : undefined,
    ),
    figure(
      'p99 over p50',
      '',
      system.map(({ p50, p99 }) => p99 / p50),
      clients === 16 ? MOST_P99_OF_P50 : undefined,
    ),
    ...sideFigures('system', system, figure),
    ...sideFigures('yardstick', yardstick, figure),
  ];
}

function sideFigures(
  side: string,
  rounds: readonly Round[],
  figure: (what: string, unit: string, values: readonly number[]) => Figure,
): Figure[] {
  const parts = Object.keys(rounds[0]?.cost ?? {});
  return [
    figure(`${side}: processor time per query`, 'us', rounds.map(wholeCost)),
    ...parts.map((part) =>
      figure(
        `${side}: of it ${part}`,
        'us',
        rounds.map(({ cost }) => cost[part] ?? 0),
      ),
    ),
    figure(
      `${side}: queries per second`,
      '/s',
      rounds.map(({ perSecond }) => perSecond),
    ),
    figure(
      `${side}: p50`,
      'ms',
      rounds.map(({ p50 }) => p50),
    ),
    figure(
      `${side}: p99`,
      'ms',
      rounds.map(({ p99 }) => p99),
    ),
  ];
}
