import type { OwnService } from './own-service.js';
import type { ReplayedAggregate, RowsOf } from './replayed-aggregate.js';

/** As many earlier states as the model keeps. */
const MOST = 3;

type Rows = Readonly<Record<string, unknown>>;

/** The tables of the owner. */
export function ownersRows({ id, ownersRows: own }: ReplayedAggregate): readonly RowsOf[] {
  return [...own, ...ofKey(id, 'aggregate_head', 'aggregate_event', 'outbox')];
}

/** The tables of product-query. @param events of the aggregate */
export function subscribersRows(
  { id, subscribersRows: own }: ReplayedAggregate,
  events: Iterable<string>,
): readonly RowsOf[] {
  const inbox: RowsOf = ['inbox', `event_id = any ('{${[...events].join(',')}}'::uuid[])`];
  return [...own, inbox, ...ofKey(id, 'parked_key', 'dead_letter')];
}

function ofKey(id: string, ...tables: readonly string[]): readonly RowsOf[] {
  return tables.map((table) => [table, `key = '${id}'`]);
}

/** Earlier states of a service's database, newest first, as far as one aggregate is concerned. */
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
