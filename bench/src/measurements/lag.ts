import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { median, percentile } from '../percentile.js';
import { startNetwork } from '../start-network.js';
import { FurnishClient, newBatches } from './furnish-load.js';
import { LagProbe } from './lag-probe.js';

const PER_SECOND = 200;

/** How the records arrive: in few large requests, or in many small ones. */
const BATCHES = [100, 10] as const;

/** The share of records that are queried; querying all records would add too much load. */
const SAMPLED = 1 / 20;

const BUSES = ['embedded', 'kafka'] as const;

/** Time until one record became queryable, in milliseconds. */
interface Lag {
  readonly sinceAcknowledged: number;
  readonly sinceSent: number;
}

interface Paced {
  readonly lags: readonly Lag[];
  /** Rate of acknowledged records; below the send rate when the machine cannot keep up. */
  readonly perSecond: number;
}

export const lag: Measurement = {
  name: 'lag',
  about: `${PER_SECOND} records a second furnished at an even pace, and when a query for each first answers with its data`,
  async run(context) {
    const figures: Figure[] = [];
    for (const bus of BUSES) figures.push(...(await onBus(bus, context)));
    return figures;
  },
};

async function onBus(bus: (typeof BUSES)[number], context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork({ ...context, dataDir: join(context.dataDir, bus) }, bus);
  const { rounds, isQuick } = context;
  const client = await FurnishClient.connect(network, 16);
  const probe = await LagProbe.connect(network);
  const seconds = isQuick ? 2 : 15;
  const figures: Figure[] = [];
  try {
    await paced({ client, probe }, { name: 'WARM', perBatch: 100, seconds: isQuick ? 2 : 10 });
    for (const perBatch of BATCHES) {
      const taken: Paced[] = [];
      while (taken.length < rounds) {
        const name = `LAG${perBatch}-${taken.length}`;
        taken.push(await paced({ client, probe }, { name, perBatch, seconds }));
      }
      figures.push(...figuresOf(taken, `${bus}, in batches of ${perBatch}`));
    }
    await Promise.all([client.close(), probe.close()]);
    return figures;
  } finally {
    await network.stop();
  }
}

/** Sends each batch on schedule without waiting for earlier batches; resolves when all are queryable. */
async function paced(
  { client, probe }: { readonly client: FurnishClient; readonly probe: LagProbe },
  { name, perBatch, seconds }: { name: string; perBatch: number; seconds: number },
): Promise<Paced> {
  const everyMs = (perBatch / PER_SECOND) * 1_000;
  const bodies = newBatches(name, PER_SECOND * seconds, perBatch);
  const start = performance.now();
  let acknowledgedAt = start;
  const measured = bodies.map(async (body, place) => {
    await pause(place * everyMs);
    const sent = performance.now();
    const { records } = await client.furnish(body);
    const acknowledged = performance.now();
    acknowledgedAt = acknowledged;
    const sampled = records.filter((_, index) => (place * perBatch + index) % (1 / SAMPLED) === 0);
    return Promise.all(
      sampled.map(async ({ businessId }) => {
        const at = await probe.queryableAt(businessId);
        return { sinceAcknowledged: at - acknowledged, sinceSent: at - sent };
      }),
    );
  });
  const lags = (await Promise.all(measured)).flat();
  return { lags, perSecond: (PER_SECOND * seconds * 1_000) / (acknowledgedAt - start) };
}

function figuresOf(rounds: readonly Paced[], how: string): Figure[] {
  const of = (name: string, share: number, value: (lag: Lag) => number): Figure => {
    const values = rounds.map(({ lags }) => percentile(lags.map(value), share));
    return { name: `${name}, ${how}`, value: median(values), unit: 'ms', rounds: values };
  };
  const p99 = of('acknowledged to queryable p99', 0.99, (each) => each.sinceAcknowledged);
  const rates = rounds.map(({ perSecond }) => perSecond);
  return [
    { ...p99, goal: { atMost: 400 } },
    of('acknowledged to queryable p50', 0.5, (each) => each.sinceAcknowledged),
    of('sent to queryable p99', 0.99, (each) => each.sinceSent),
    of('sent to queryable p50', 0.5, (each) => each.sinceSent),
    { name: `acknowledged, ${how}`, value: median(rates), unit: 'records/s', rounds: rates },
  ];
}
