import { expect, test } from '@jest/globals';
import { figuresOf } from './kyb-query-figures.js';
import type { Round } from './kyb-query-round.js';

const round = (side: Round['side'], cost: number, rest: Partial<Round> = {}): Round => ({
  side,
  clients: 16,
  cost: { postgres: cost / 2, process: cost / 2 },
  perSecond: 1_000,
  p50: 2,
  p99: 8,
  ...rest,
});

const named = (
  rounds: readonly Round[],
  name: string,
  clients = 16,
  bus: 'embedded' | 'kafka' = 'embedded',
) => figuresOf(rounds, clients, bus).find((figure) => figure.name.startsWith(name));

const ROUNDS = [
  round('system', 300),
  round('yardstick', 200),
  round('yardstick', 400),
  round('system', 400),
  round('system', 800),
  round('yardstick', 400),
];

test('a ratio is the median of the ratios within each round, in either order', () => {
  expect(named(ROUNDS, 'processor time over yardstick')).toMatchObject({
    value: 1.5,
    rounds: [1.5, 1, 2],
    goal: { atMost: 2.5 },
  });
});

test('the parts of a side add up to its processor time', () => {
  expect(named(ROUNDS, 'system: processor time')).toMatchObject({ value: 400 });
  expect(named(ROUNDS, 'system: of it postgres')).toMatchObject({ value: 200 });
});

test('p99 is compared only with p50 of the system', () => {
  expect(named(ROUNDS, 'p99 over p50')).toMatchObject({ value: 4, goal: { atMost: 3 } });
  expect(named(ROUNDS, 'p99 over p50', 16, 'kafka')).toMatchObject({ goal: { atMost: 3.5 } });
});

test('only rounds with the given number of clients count', () => {
  const alone = [round('system', 90, { clients: 1 }), round('yardstick', 30, { clients: 1 })];
  const rounds = [...ROUNDS, ...alone];
  expect(named(rounds, 'processor time over yardstick', 1)).toMatchObject({
    value: 3,
    rounds: [3],
  });
});

test('a goal depends on the number of clients', () => {
  const rounds = [1, 16, 64].flatMap((clients) => [
    round('system', 1, { clients }),
    round('yardstick', 1, { clients }),
  ]);
  const goals = [1, 16, 64].map((clients) =>
    figuresOf(rounds, clients, 'embedded')
      .filter(({ goal }) => goal)
      .map(({ name }) => name),
  );
  expect(goals).toEqual([
    ['processor time over yardstick, 1 client', 'p50 over yardstick, 1 client'],
    ['processor time over yardstick, 16 clients', 'p99 over p50, 16 clients'],
    ['processor time over yardstick, 64 clients'],
  ]);
});

test('a round with only one side is rejected', () => {
  expect(() => figuresOf([round('system', 1)], 16, 'embedded')).toThrow(
    'a round of the yardstick is missing',
  );
});
