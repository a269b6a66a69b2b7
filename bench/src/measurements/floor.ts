import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from '@ndx/local-infra';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { CLIENTS, clientsNamed } from '../clients.js';
import { furnishBusinesses, QueryClient } from '../kyb-load.js';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { median } from '../percentile.js';
import { processorTimeOfTree } from '../processor-time.js';
import { startNetwork } from '../start-network.js';
import { watchQueries } from './floor-capture.js';
import { scriptOf, type FloorScript } from './floor-script.js';

const BUSINESSES = 50;
/** Number of executions of the statements by all clients together. */
const QUERIES = { one: 5_000, many: 30_000, quick: 640 };

const runProgram = promisify(execFile);

export const floor: Measurement = {
  name: 'floor',
  about:
    'what Postgres needs for the statements of a KYB query when pgbench runs them and nothing else does (PGBENCH names it)',
  run,
};

async function run(context: BenchContext): Promise<Figure[]> {
  const pgbench = process.env['PGBENCH'] ?? 'pgbench';
  if (!(await isThere(pgbench))) {
    context.say(`Not measured: there is no ${pgbench}.`);
    return [];
  }
  const network = await startNetwork(context);
  try {
    const businessIds = await furnishBusinesses(network, BUSINESSES);
    const client = await QueryClient.connect(network, businessIds, 1);
    await client.untilQueryable();
    await client.close();
    const watched = await watchQueries(network, businessIds);
    const names = new Set(watched.flat(2).map(({ name }) => name));
    context.say(`The statements of a query: ${[...names].join(', ')}.`);
    // From here on, pgbench is the only client of Postgres.
    await Promise.all([...network.processes.values()].map((process) => process.stop()));
    return await measure(pgbench, network, scriptOf(watched), context);
  } finally {
    await network.stop();
  }
}

async function measure(
  pgbench: string,
  network: LocalNetwork,
  script: FloorScript,
  { dataDir, isQuick, rounds, say }: BenchContext,
): Promise<Figure[]> {
  const file = join(dataDir, 'query.sql');
  writeFileSync(file, script.text);
  const figures: Figure[] = [];
  for (const clients of CLIENTS) {
    const taken: { cost: number; latency: number; perSecond: number }[] = [];
    const queries = isQuick ? QUERIES.quick : clients === 1 ? QUERIES.one : QUERIES.many;
    for (let round = 0; round < rounds; round += 1) {
      const timed = async (each: number) => {
        const before = processorTimeOfTree(network.databases.postgres.pid);
        const reported = await pgbenchRun(pgbench, network, { clients, each, file, ...script });
        return { ...reported, ms: processorTimeOfTree(network.databases.postgres.pid) - before };
      };
      // Subtracts the processor time of connecting and of planning each statement once.
      const first = await timed(1);
      const all = await timed(Math.ceil(queries / clients) + 1);
      const cost = ((all.ms - first.ms) / (all.transactions - first.transactions)) * 1_000;
      taken.push({ ...all, cost });
      say(
        `round ${round + 1}, ${clientsNamed(clients)}: ${cost.toFixed(0)} us, ${all.perSecond.toFixed(0)} /s`,
      );
    }
    const name = (what: string) => `${what}, ${clientsNamed(clients)}`;
    const figure = (what: string, unit: string, values: readonly number[]): Figure => ({
      name: name(what),
      value: median(values),
      unit,
      rounds: values,
    });
    figures.push(
      figure(
        'processor time of Postgres per query',
        'us',
        taken.map(({ cost }) => cost),
      ),
      figure(
        'mean latency',
        'ms',
        taken.map(({ latency }) => latency),
      ),
      figure(
        'queries per second',
        '/s',
        taken.map(({ perSecond }) => perSecond),
      ),
    );
  }
  return figures;
}

interface Load {
  readonly clients: number;
  /** Number of executions of the statements by each client. */
  readonly each: number;
  readonly file: string;
  readonly variables: FloorScript['variables'];
}

async function pgbenchRun(
  pgbench: string,
  network: LocalNetwork,
  { clients, each, file, variables }: Load,
): Promise<{ transactions: number; latency: number; perSecond: number }> {
  const { stdout } = await runProgram(
    pgbench,
    [
      ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, `--transactions=${each}`],
      `--file=${file}`,
      ...Object.entries(variables).map(([name, value]) => `--define=${name}=${value}`),
      network.databases.urls.get('product-query') ?? '',
    ],
    {
      env: {
        ...process.env,
        PGOPTIONS: '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c jit=off',
      },
    },
  );
  const figure = (pattern: RegExp): number => {
    const [, number] = pattern.exec(stdout) ?? [];
    if (number === undefined) throw new Error(`pgbench told something else:\n${stdout}`);
    return Number(number);
  };
  return {
    transactions: figure(/^number of transactions actually processed: (\d+)/m),
    latency: figure(/^latency average = ([\d.]+) ms/m),
    perSecond: figure(/^tps = ([\d.]+)/m),
  };
}

async function isThere(program: string): Promise<boolean> {
  try {
    await runProgram(program, ['--version']);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
