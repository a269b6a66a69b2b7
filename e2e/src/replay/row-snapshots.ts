import type { OwnService } from './pair-of-services.js';

/** As many earlier states as the model keeps. */
const MOST = 3;

/** A table, with the SQL condition of the rows that belong to a consent. */
export type RowsOf = readonly [table: string, condition: string];

type Rows = Readonly<Record<string, unknown>>;

/** The tables of consent, in the order in which rows refer to each other. */
export function ownersRows(consentId: string): readonly RowsOf[] {
  return [
    ['consent', `id = '${consentId}'`],
    ['consent_history', `consent_id = '${consentId}'`],
    ['aggregate_head', `key = '${consentId}'`],
    ['aggregate_event', `key = '${consentId}'`],
    ['outbox', `key = '${consentId}'`],
  ];
}

/** The tables of product-query. @param events of the consent */
export function subscribersRows(consentId: string, events: Iterable<string>): readonly RowsOf[] {
  return [
    ['consent_copy', `consent_id = '${consentId}'`],
    ['consent_end', `consent_id = '${consentId}'`],
    ['inbox', `event_id = any ('{${[...events].join(',')}}'::uuid[])`],
    ['parked_key', `key = '${consentId}'`],
    ['dead_letter', `key = '${consentId}'`],
  ];
}

/** Earlier states of a service's database, newest first, as far as one consent is concerned. */
export class RowSnapshots {
  private snapshots: Rows[] = [];

  constructor(
    private readonly service: OwnService,
    private readonly tables: () => readonly RowsOf[],
  ) {}

  /** Before each transaction of the service. */
  async take(): Promise<void> {
    const selects = this.tables().map(
      ([table, condition]) =>
        `(select jsonb_agg(t order by t) from ${table} t where ${condition}) as ${table}`,
    );
    const [rows] = await this.service.sql(`select ${selects.join(', ')}`);
    this.snapshots = [rows ?? {}, ...this.snapshots].slice(0, MOST);
  }

  /** Puts the rows back to an earlier state, as a failover or a restore would. */
  async putBack(index: number): Promise<void> {
    const snapshot = this.snapshots[index];
    if (!snapshot) throw new Error(`there is no earlier state ${index}`);
    this.snapshots = this.snapshots.slice(index + 1);
    const json = (value: unknown) => `$json$${JSON.stringify(value ?? [])}$json$`;
    const statements = this.tables().flatMap(([table, condition]) => [
      `delete from ${table} where ${condition};`,
      `insert into ${table} overriding system value
       select * from jsonb_populate_recordset(null::${table}, ${json(snapshot[table])});`,
    ]);
    await this.service.sql(
      `do $$ begin set local session_replication_role = replica; ${statements.join(' ')} end $$`,
    );
  }
}
