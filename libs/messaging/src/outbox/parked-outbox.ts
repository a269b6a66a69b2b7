import { describeError } from '@ndx/contracts';
import type { DataSource } from 'typeorm';
import type { RefusedRow } from './publish-rows.js';

/** A key whose oldest event the bus permanently rejects. */
export interface ParkedOutboxKey {
  readonly key: string;
  readonly event_id: string;
  readonly type: string;
  readonly bytes: number;
  readonly error: string;
  readonly parked_at: Date;
}

const PARK = `
insert into parked_outbox_key (key, event_id, type, bytes, error) values ($1, $2, $3, $4, $5)
on conflict (key) do nothing`;

const COLUMNS = 'key, event_id, type, bytes, error, parked_at';

const LIST = `select ${COLUMNS} from parked_outbox_key where key = coalesce($1, key) order by parked_at`;

const RELEASE = `
with released as (delete from parked_outbox_key where key = coalesce($1, key) returning *)
select ${COLUMNS} from released order by parked_at`;

/** The keys that the relay skips (replication 3). */
export class ParkedOutbox {
  constructor(private readonly dataSource: DataSource) {}

  /** Lists parked keys, oldest first. */
  list(key?: string): Promise<ParkedOutboxKey[]> {
    return this.dataSource.query<ParkedOutboxKey[]>(LIST, [key ?? null]);
  }

  async park({ row, error }: RefusedRow): Promise<void> {
    await this.dataSource.query(PARK, [
      row.key,
      row.id,
      row.type,
      Buffer.byteLength(row.data),
      describeError(error),
    ]);
  }

  /** Lets the relay publish the events again; returns the released keys, oldest first. */
  release(key?: string): Promise<ParkedOutboxKey[]> {
    return this.dataSource.query<ParkedOutboxKey[]>(RELEASE, [key ?? null]);
  }
}
