import type { Exchange } from './exchange.js';

const DATABASES = {
  consent: 'consent',
  querying_policy: 'policy',
  attestation: 'attestation',
} as const;

type Table = keyof typeof DATABASES;

/** The rows of one aggregate in its owner's database. */
export interface DatabaseState {
  readonly table: Table;
  readonly id: string;
  readonly row: unknown;
  readonly head: unknown;
}

export async function stateInDatabase(
  exchange: Exchange,
  table: Table,
  id: string,
): Promise<DatabaseState> {
  const [row] = await exchange.sql(
    DATABASES[table],
    `select to_jsonb(t) as row, (select to_jsonb(h) from aggregate_head h where key = $1::text) as head
     from ${table} t where id = $1::uuid`,
    [id],
  );
  return { table, id, row: row?.['row'], head: row?.['head'] };
}

/** Restores the rows, like a restore of the database would. */
export async function putBackTo(exchange: Exchange, state: DatabaseState): Promise<void> {
  const { table, id, row, head } = state;
  const database = DATABASES[table];
  const json = (value: unknown) => `$json$${JSON.stringify(value)}$json$`;
  await exchange.sql(
    database,
    `do $$ begin
       set local session_replication_role = replica;
       delete from outbox where key = '${id}';
       delete from ${table} where id = '${id}';
       insert into ${table} select * from jsonb_populate_record(null::${table}, ${json(row)});
       delete from aggregate_head where key = '${id}';
       insert into aggregate_head select * from jsonb_populate_record(null::aggregate_head, ${json(head)});
       delete from aggregate_event e using aggregate_head h
       where e.key = '${id}' and h.key = e.key and e.revision > h.revision;
       ${HISTORIES[table].replaceAll('$id', id)}
     end $$`,
    [],
  );
}

/** Removes a consent and all that its owner knows of it, as if it had never been recorded. */
export async function loseConsent(exchange: Exchange, id: string): Promise<void> {
  await exchange.sql(
    'consent',
    `do $$ begin
       set local session_replication_role = replica;
       delete from outbox where key = '${id}';
       delete from aggregate_head where key = '${id}';
       delete from aggregate_event where key = '${id}';
       delete from consent_history where consent_id = '${id}';
       delete from consent where id = '${id}';
     end $$`,
    [],
  );
}

/** Removes the end of a record and all that its owner knows of it. */
export async function loseRecordEnd(exchange: Exchange, id: string): Promise<void> {
  const statements = ['outbox', 'aggregate_head', 'aggregate_event'].map(
    (table) => `delete from ${table} where key = '${id}';`,
  );
  await exchange.sql(
    'furnishing',
    `do $$ begin
       set local session_replication_role = replica;
       ${statements.join(' ')}
       delete from record_end where id = '${id}';
     end $$`,
    [],
  );
}

const HISTORIES: Readonly<Record<Table, string>> = {
  consent: `delete from consent_history where consent_id = '$id'
    and revision > (select revision from consent where id = '$id');`,
  querying_policy: `delete from querying_policy_version where policy_id = '$id'
    and version > (select version from querying_policy where id = '$id');`,
  attestation: '',
};
