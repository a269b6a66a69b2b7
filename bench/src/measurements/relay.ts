import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { QueryExecuted, newId } from '@ndx/contracts';
import { freePort, ManagedProcess } from '@ndx/local-infra';
import { OUTBOX_COLUMNS, OUTBOX_ROW, outboxValues } from '@ndx/messaging';
import { DEMO_NETWORK, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import type { LocalNetwork } from '@ndx/tools/network/local-network';
import { entryOf } from '@ndx/tools/network/service-processes';
import pg from 'pg';
import type { BenchContext, Figure, Measurement } from '../measurement.js';
import { median } from '../percentile.js';
import { processorTimeOf, processorTimeOfTree } from '../processor-time.js';
import { startNetwork } from '../start-network.js';

/** Processes of product-query, which share its relay (decision 0103). */
const PROCESSES = [1, 2, 4];
/** Networks of the events: the audit entries of one network form one chain. */
const NETWORKS = [1, 16];
const EVENTS = 50_000;
const POLL_MS = 50;
/** After it, all processes have their share of the relay. */
const SETTLE_MS = 3_000;

export const relay = measurementOn('embedded', 'relay');
export const relayOnKafka = measurementOn('kafka', 'relay-kafka');

interface Backlog {
  readonly processes: number;
  readonly networks: number;
}

interface Drained {
  readonly perSecond: number;
  /** Processor time of an event in the processes, and in Postgres, in microseconds. */
  readonly processUs: number;
  readonly postgresUs: number;
}

function measurementOn(bus: 'embedded' | 'kafka', name: string): Measurement {
  return {
    name,
    about: `how fast processes of product-query publish and audit a backlog of query events on the ${bus} bus`,
    run: (context) => run(context, bus),
  };
}

async function run(context: BenchContext, bus: 'embedded' | 'kafka'): Promise<Figure[]> {
  const network = await startNetwork(context, bus);
  const relays = new Relays(network);
  const database = new pg.Client({ connectionString: network.databases.urls.get('product-query') });
  await database.connect();
  try {
    const figures: Figure[] = [];
    for (const processes of PROCESSES) {
      await relays.grow(processes);
      await pause(SETTLE_MS);
      for (const networks of NETWORKS) {
        const backlog = { processes, networks };
        const rounds: Drained[] = [];
        while (rounds.length < context.rounds) {
          rounds.push(
            await drain(relays, database, { ...backlog, events: context.isQuick ? 100 : EVENTS }),
          );
        }
        context.say(
          `${nameOf(backlog)}: ${rounds.map((each) => each.perSecond.toFixed(0)).join(', ')} events/s`,
        );
        figures.push(...figuresOf(backlog, rounds));
      }
    }
    return figures;
  } finally {
    await database.end();
    await relays.stop();
    await network.stop();
  }
}

/** Processes of product-query on one database; the first one is that of the network. */
class Relays {
  private readonly others: ManagedProcess[] = [];

  constructor(private readonly network: LocalNetwork) {}

  async grow(processes: number): Promise<void> {
    while (this.others.length + 1 < processes) {
      const port = await freePort();
      const name = `product-query-${this.others.length + 2}`;
      const started = await ManagedProcess.start({
        name,
        entry: entryOf('product-query'),
        env: { ...this.network.environment('product-query'), PORT: String(port) },
        readyUrl: `http://127.0.0.1:${port}/health/ready`,
        logFile: join(this.network.dataDir, 'logs', `${name}.log`),
        restart: false,
        log: () => undefined,
      });
      this.others.push(started);
    }
  }

  /** Processor time since the start of the processes, and of Postgres, in milliseconds. */
  used(): { readonly processes: number; readonly postgres: number } {
    const { processes, databases } = this.network;
    const pids = [processes.get('product-query'), ...this.others].map((each) => each?.pid ?? 0);
    return {
      processes: pids.reduce((sum, pid) => sum + processorTimeOf(pid), 0),
      postgres: processorTimeOfTree(databases.postgres.pid),
    };
  }

  async stop(): Promise<void> {
    await Promise.all(this.others.map((each) => each.stop()));
  }
}

/** Commits a backlog of events, and waits until the relays have published it. */
async function drain(
  relays: Relays,
  database: pg.Client,
  { networks, events }: Backlog & { readonly events: number },
): Promise<Drained> {
  // Otherwise each read would pass the deleted rows of the backlogs before.
  await database.query('vacuum outbox');
  await database.query(FILL, [...valuesOfRow(), Array.from({ length: networks }, newId), events]);
  const before = relays.used();
  const start = performance.now();
  await database.query(`notify outbox_written, ''`);
  while ((await database.query('select from outbox limit 1')).rowCount !== 0) await pause(POLL_MS);
  const seconds = (performance.now() - start) / 1_000;
  const after = relays.used();
  return {
    perSecond: events / seconds,
    processUs: ((after.processes - before.processes) / events) * 1_000,
    postgresUs: ((after.postgres - before.postgres) / events) * 1_000,
  };
}

const COLUMNS = Object.entries(OUTBOX_ROW);

/** A row of its own id, key and network, and otherwise the given values, for each event. */
const FILL = `
insert into outbox (${OUTBOX_COLUMNS})
select ${COLUMNS.map(([name, type], index) => columnOf(name, `$${index + 1}::${type}`)).join(', ')}
from generate_series(1, $${COLUMNS.length + 2}::int) as event`;

function columnOf(name: string, given: string): string {
  const chains = `$${COLUMNS.length + 1}::text[]`;
  // Each parameter must be used.
  if (name === 'id') return `coalesce(gen_random_uuid(), ${given})`;
  if (name === 'key') return `coalesce(gen_random_uuid()::text, ${given})`;
  if (name !== 'audit_chains') return given;
  return `coalesce((${chains})[1 + event % cardinality(${chains})], ${given})`;
}

/** Of the event of a query with a result. */
function valuesOfRow(): (string | null)[] {
  const id = newId();
  return outboxValues(
    QueryExecuted,
    {
      query_event_id: id,
      product_id: id,
      product_slug: 'kyb_certificate',
      kind: 'product',
      environment: 'development',
      network_ids: [DEMO_NETWORK.id],
      policy_id: null,
      policy_version: null,
      networks: [{ network_id: DEMO_NETWORK.id, policy_id: null, policy_version: null }],
      querying_entity_id: QUERYING_BANK.entityId,
      account_id: id,
      subject_type: 'business',
      subject_id: id,
      consent_id: id,
      permissible_purpose: null,
      furnishing_entity_ids: [id],
      certificate_id: id,
      outcome: 'issued',
      billable: true,
      occurred_at: new Date().toISOString(),
      request_id: id,
    },
    { requestId: id, accountId: id },
  );
}

function figuresOf(backlog: Backlog, rounds: readonly Drained[]): Figure[] {
  const figure = (name: string, unit: string, value: (each: Drained) => number): Figure => {
    const values = rounds.map(value);
    return { name: `${nameOf(backlog)}: ${name}`, unit, value: median(values), rounds: values };
  };
  return [
    figure('published', 'events/s', ({ perSecond }) => perSecond),
    figure('processor time of the processes', 'us', ({ processUs }) => processUs),
    figure('processor time of Postgres', 'us', ({ postgresUs }) => postgresUs),
  ];
}

function nameOf({ processes, networks }: Backlog): string {
  return `processes: ${processes}, networks: ${networks}`;
}
