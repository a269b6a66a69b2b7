import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_TOPICS, SERVICE_NAMES, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { codeOf } from '@ndx/local-infra';
import { createBus } from '@ndx/messaging';
import { finderOf, type Canary } from './canary.js';
import type { Exchange } from './exchange.js';

/** Searches everything that a running exchange stores for secrets. */
export class Inspection {
  constructor(private readonly exchange: Exchange) {}

  /** The logs of the processes and of the database server, at the most verbose level. */
  logs(): ReadonlyMap<string, string> {
    const { dataDir, databases } = this.exchange.network;
    const files = [...filesIn(join(dataDir, 'logs')), `${databases.postgres.dataDir}.log`];
    return new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
  }

  async metrics(canaries: readonly Canary[]): Promise<readonly string[]> {
    const find = finderOf(canaries);
    const found = SERVICE_NAMES.map(async (service) => {
      const answer = await fetch(`${this.exchange.metricsUrlOf(service)}/metrics`);
      if (!answer.ok) throw new Error(`the metrics of ${service} are not there: ${answer.status}`);
      return find(await answer.text()).map((shown) => `${service}: ${shown}`);
    });
    return (await Promise.all(found)).flat();
  }

  /** Every event since the start, with its metadata. */
  async events(canaries: readonly Canary[]): Promise<{ count: number; found: readonly string[] }> {
    const { address } = this.exchange.network.bus;
    const bus = createBus({ ...address, logger: { info: quiet, warn: quiet, error: quiet } });
    const find = finderOf(canaries);
    const found: string[] = [];
    let count = 0;
    const subscription = await bus.subscribe({
      group: `inspection-${randomUUID()}`,
      topics: ALL_TOPICS,
      onBatch: ({ topic, events }) => {
        count += events.length;
        const texts = events.map(({ envelope }) => JSON.stringify(envelope));
        for (const text of texts) {
          found.push(...find(text).map((shown) => `${topic}: ${shown}`));
        }
        return Promise.resolve();
      },
    });
    await subscription.caughtUp();
    await bus.close();
    return { count, found };
  }

  /** The columns that contain a canary, as `database.table.column`. */
  async columns(canaries: readonly Canary[]): Promise<readonly string[]> {
    const found = this.databases().map((database) => this.columnsWith(database, canaries));
    return (await Promise.all(found)).flat();
  }

  /** The same in one database. */
  async columnsWith(database: string, canaries: readonly Canary[]): Promise<readonly string[]> {
    const parts = canaries.flatMap(({ forms }) => forms.map((form) => `%${form}%`));
    const find = finderOf(canaries);
    const found = new Set<string>();
    for (const { table, columns } of await this.exchange.sql(database, COLUMNS, [])) {
      const rows = await this.exchange.sql(
        database,
        `select ${String(columns)} from ${String(table)} t where t::text like any ($1)`,
        [parts],
      );
      const values = rows.flatMap((row) => Object.entries(row));
      for (const [column, text] of values) {
        if (find(String(text)).length > 0) {
          found.add(`${database}.${String(table)}.${column}`);
        }
      }
    }
    return [...found];
  }

  /** The errors of failed events for operators. */
  async deadLetterErrors(database: string): Promise<readonly string[]> {
    const failed = "select error from dead_letter where status = 'failed'";
    return (await this.exchange.sql(database, failed, [])).map(({ error }) => String(error));
  }

  /** Every file of the database server, including its write-ahead log. */
  async files(canaries: readonly Canary[]): Promise<{ count: number; found: readonly string[] }> {
    await this.exchange.sql('entity', 'checkpoint', []);
    const files = filesIn(this.exchange.network.databases.postgres.dataDir);
    const find = finderOf(canaries);
    const found = files.flatMap((file) =>
      find(contentOf(file)).map(
        // The surrounding text would be arbitrary bytes.
        (shown) => `${file}: ${shown.slice(0, shown.indexOf(' in '))}`,
      ),
    );
    return { count: files.length, found };
  }

  databases(): readonly string[] {
    const { bus } = this.exchange.network;
    return [...STATEFUL_SERVICE_NAMES, ...(bus.address.kind === 'embedded' ? ['bus'] : [])];
  }
}

/** The columns of each table, as text. */
const COLUMNS = `
select quote_ident(table_name) as table,
  string_agg(format('%1$I::text as %1$I', column_name), ', ') as columns
from information_schema.columns natural join information_schema.tables
where table_schema = 'public' and table_type = 'BASE TABLE'
group by table_name`;

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** The bytes of a file; none if the server has removed it meanwhile. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

function quiet(): void {
  // Excludes this process's own queries from the log.
}
