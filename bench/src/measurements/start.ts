import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { median } from '../percentile.js';
import { startOnce, type Start } from './start-once.js';

const MOST_SECONDS = 15;

export const start: Measurement = {
  name: 'start',
  about: '`npm start` with a warm build, on an empty data folder and on an existing one',
  run,
};

async function run({ dataDir, rounds, say }: BenchContext): Promise<Figure[]> {
  mkdirSync(dataDir, { recursive: true });
  const empty: Start[] = [];
  const kept: Start[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const starts of [empty, kept]) {
      const took = await startOnce(join(dataDir, String(round)), join(dataDir, 'start.log'));
      starts.push(took);
      say(
        `round ${round + 1}, ${starts === empty ? 'empty' : 'kept'} data: ` +
          `/health ${took.health.toFixed(1)} s, a query ${took.query.toFixed(1)} s, all said ${took.said.toFixed(1)} s`,
      );
    }
  }
  return [...figuresOf('empty data', empty), ...figuresOf('kept data', kept)];
}

function figuresOf(name: string, starts: readonly Start[]): Figure[] {
  const figure = (what: string, values: readonly number[]): Figure => ({
    name: `${name}: ${what}`,
    value: median(values),
    unit: 's',
    goal: { atMost: MOST_SECONDS },
    rounds: values,
  });
  return [
    figure(
      'first 200 of /health',
      starts.map(({ health }) => health),
    ),
    figure(
      'first 200 of a KYB query',
      starts.map(({ query }) => query),
    ),
    figure(
      'the network says that it is up',
      starts.map(({ said }) => said),
    ),
  ];
}
