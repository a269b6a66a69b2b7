import type { EventEnvelope } from '@ndx/messaging';
import type { OwnService } from './pair-of-services.js';

/** The tables that have rows of a consent, in the order in which rows refer to each other. */
const TABLES = [
  ['consent', 'id'],
  ['consent_history', 'consent_id'],
  ['aggregate_head', 'key'],
  ['outbox', 'key'],
] as const;

/** As many earlier states as the model keeps. */
const MOST = 3;

type Rows = Readonly<Record<string, unknown>>;

/** Earlier states of the owner's database, newest first, as far as one consent is concerned. */
export class OwnerSnapshots {
  private snapshots: Rows[] = [];

  constructor(
    private readonly owner: OwnService,
    private readonly consentId: string,
  ) {}

  /** Before each transaction of the owner. */
  async take(): Promise<void> {
    const selects = TABLES.map(
      ([table, key]) =>
        `(select jsonb_agg(t order by t) from ${table} t where ${key}::text = $1) as ${table}`,
    );
    const [rows] = await this.owner.sql(`select ${selects.join(', ')}`, [this.consentId]);
    this.snapshots = [rows ?? {}, ...this.snapshots].slice(0, MOST);
  }

  /** Puts the rows back to an earlier state, as a failover or a restore would. */
  async putBack(index: number): Promise<void> {
    const snapshot = this.snapshots[index];
    if (!snapshot) throw new Error(`there is no earlier state ${index}`);
    this.snapshots = this.snapshots.slice(index + 1);
    const json = (value: unknown) => `$json$${JSON.stringify(value ?? [])}$json$`;
    const statements = TABLES.flatMap(([table, key]) => [
      `delete from ${table} where ${key}::text = '${this.consentId}';`,
      `insert into ${table} overriding system value
       select * from jsonb_populate_recordset(null::${table}, ${json(snapshot[table])});`,
    ]);
    await this.owner.sql(
      `do $$ begin set local session_replication_role = replica; ${statements.join(' ')} end $$`,
    );
  }

  /** The events that are not published, in their order. */
  outbox(): Promise<EventEnvelope[]> {
    return this.owner.sql<EventEnvelope & Record<string, unknown>>(
      `select id, type, source, key as subject, data,
         to_char(time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time
       from outbox where key = $1 order by seq`,
      [this.consentId],
    );
  }
}
