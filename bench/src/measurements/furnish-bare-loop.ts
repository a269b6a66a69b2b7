import type { LocalNetwork } from '@ndx/tools/network/local-network';
import pg from 'pg';
import type { Furnished } from '../furnish-load.js';

/** The tables in which the exchange stores furnished records, by service. */
const TABLES = {
  furnishing: ['submission', 'furnished_record'],
  entity: ['business_identity', 'business_registration'],
} as const;

type Row = Readonly<Record<string, string | null>>;

/** A row to insert; its values are the text that Postgres returned. */
interface Insert {
  readonly client: pg.Client;
  readonly query: { readonly name: string; readonly text: string; readonly values: unknown[] };
}

/**
 * The baseline of furnishing: a `pg` loop that inserts the rows sequentially and commits each row. The
 * rows equal the exchange's committed rows of the same records, column for column: each submission,
 * and for each record its own row, its business and the registration of the business. The target
 * tables have the exchange's columns and indexes, but no foreign keys. The loop does not write the
 * exchange's events, audit log and read models.
 */
export class BareLoop {
  private constructor(
    private readonly furnishing: pg.Client,
    private readonly entity: pg.Client,
  ) {}

  static async connect({ databases }: LocalNetwork): Promise<BareLoop> {
    const [furnishing, entity] = await Promise.all(
      (['furnishing', 'entity'] as const).map(async (service) => {
        // Values stay text as received from Postgres, so that the loop converts no values.
        const types = { getTypeParser: () => (text: string) => text };
        const client = new pg.Client({ connectionString: databases.urls.get(service), types });
        await client.connect();
        await client.query('create schema bare');
        for (const table of TABLES[service]) {
          await client.query(`create table bare.${table} (like public.${table} including all)`);
        }
        return client;
      }),
    );
    if (!furnishing || !entity) throw new Error('there are two databases');
    return new BareLoop(furnishing, entity);
  }

  /** The exchange's rows of the furnished records; a referenced row precedes the rows that refer to it. */
  async rowsOf(furnished: readonly Furnished[]): Promise<readonly Insert[]> {
    const records = furnished.flatMap((batch) => batch.records);
    const submissionIds = furnished.map(({ submissionId }) => submissionId);
    const businessIds = records.map(({ businessId }) => businessId);
    const recordIds = records.map(({ recordId }) => recordId);
    const submissions = await inserts(this.furnishing, 'submission', 'id', submissionIds);
    const ownRows = await inserts(this.furnishing, 'furnished_record', 'id', recordIds);
    const businesses = await inserts(this.entity, 'business_identity', 'id', businessIds);
    const registrations = await inserts(
      this.entity,
      'business_registration',
      'business_id',
      businessIds,
    );
    const ofRecords = businesses.flatMap((business, place) =>
      [business, registrations[place], ownRows[place]].flatMap((row) => row ?? []),
    );
    return [...submissions, ...ofRecords];
  }

  async insert(rows: readonly Insert[]): Promise<void> {
    for (const { client, query } of rows) await client.query(query);
  }

  async close(): Promise<void> {
    await Promise.all([this.furnishing.end(), this.entity.end()]);
  }
}

/** Insert statements for the rows with these ids, in the order of the ids. */
async function inserts(
  client: pg.Client,
  table: string,
  idColumn: string,
  ids: readonly string[],
): Promise<readonly Insert[]> {
  const { rows, fields } = await client.query<Row>(
    `select t.* from unnest($1::uuid[]) with ordinality as wanted (id, place)
     join public.${table} t on t.${idColumn} = wanted.id order by place`,
    [ids],
  );
  if (rows.length !== ids.length) throw new Error(`${table} lacks rows of what was furnished`);
  const names = fields.map(({ name }) => name);
  const text = `insert into bare.${table} (${names.join(', ')})
    values (${names.map((_, index) => `$${index + 1}`).join(', ')})`;
  return rows.map((row) => ({
    client,
    query: { name: table, text, values: names.map((name) => row[name]) },
  }));
}
