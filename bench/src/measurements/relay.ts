import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, ManagedProcess } from '@ndx/local-infra';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { entryOf } from '@ndx/tools/network/service-processes';
import pg from 'pg';
import { fillOutbox, untilPublished } from '../fill/outbox.js';
import { figureOf, type BenchContext, type Figure, type Measurement } from '../measurement.js';
import { processorTimeOf, processorTimeOfTree } from '../processor-time.js';
import { startNetwork } from '../start-network.js';

/** Processes of product-query, which share its relay (decision 0103). */
const PROCESSES = [1, 2, 4];
const EVENTS = 50_000;
/** The time after which all processes have their share of the relay. */
const SETTLE_MS = 3_000;

interface Drained {
  readonly perSecond: number;
  /** Processor time of an event in the processes, and in Postgres, in microseconds. */
  readonly processUs: number;
  readonly postgresUs: number;
}

export const relay: Measurement = {
  name: 'relay',
  about: 'how fast processes of product-query publish and audit a backlog of query events',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const network = await startNetwork(context);
  const others: ManagedProcess[] = [];
  const database = new pg.Client({ connectionString: network.databases.urls.get('product-query') });
  await database.connect();
  try {
    const figures: Figure[] = [];
    for (const processes of PROCESSES) {
      while (others.length + 1 < processes) {
        others.push(await startAnother(network, `product-query-${others.length + 2}`));
      }
      await pause(SETTLE_MS);
      const pids = [network.processes.get('product-query'), ...others].map(
        (each) => each?.pid ?? 0,
      );
      const rounds: Drained[] = [];
      while (rounds.length < context.rounds) {
        rounds.push(await drain(network, database, pids, context.isQuick ? 100 : EVENTS));
      }
      const rates = rounds.map((each) => each.perSecond.toFixed(0));
      context.say(`processes: ${processes}: ${rates.join(', ')} events/s`);
      figures.push(...figuresOf(processes, rounds));
    }
    return figures;
  } finally {
    await database.end();
    await Promise.all(others.map((each) => each.stop()));
    await network.stop();
  }
}

/** Another process of product-query on the same database. */
async function startAnother(network: LocalNetwork, name: string): Promise<ManagedProcess> {
  const port = await freePort();
  return ManagedProcess.start({
    name,
    entry: entryOf('product-query'),
    env: { ...network.environment('product-query'), PORT: String(port) },
    readyUrl: `http://127.0.0.1:${port}/health/ready`,
    logFile: join(network.dataDir, 'logs', `${name}.log`),
    log: () => undefined,
  });
}

/** Commits a backlog of events, and waits until the relays have published it. */
async function drain(
  { databases }: LocalNetwork,
  database: pg.Client,
  pids: readonly number[],
  events: number,
): Promise<Drained> {
  const used = () => ({
    processes: pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0),
    postgres: processorTimeOfTree(databases.postgres.pid),
  });
  // Otherwise each read would pass the deleted rows of the backlogs before.
  await database.query('vacuum outbox');
  await fillOutbox(database, events);
  const before = used();
  const start = performance.now();
  await untilPublished(database);
  const seconds = (performance.now() - start) / 1_000;
  const after = used();
  return {
    perSecond: events / seconds,
    processUs: ((after.processes - before.processes) / events) * 1_000,
    postgresUs: ((after.postgres - before.postgres) / events) * 1_000,
  };
}

function figuresOf(processes: number, rounds: readonly Drained[]): Figure[] {
  const figure = (name: string, unit: string, value: (each: Drained) => number): Figure =>
    figureOf(`processes: ${processes}: ${name}`, unit, rounds.map(value));
  return [
    figure('published', 'events/s', ({ perSecond }) => perSecond),
    figure('processor time of the processes', 'us', ({ processUs }) => processUs),
    figure('processor time of Postgres', 'us', ({ postgresUs }) => postgresUs),
  ];
}
