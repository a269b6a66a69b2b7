import type { DisputeChanged, DisputeOutcome, DisputeState, PayloadOf } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A dispute of a used record, by the member names of an explanation. */
export interface RecordDispute {
  readonly record_id: string;
  readonly model_name: string;
  readonly field_name: string | null;
  readonly state: DisputeState;
  readonly outcome: DisputeOutcome | null;
  readonly opened_at: string;
  readonly decided_at: string | null;
}

interface Row extends Omit<RecordDispute, 'opened_at' | 'decided_at'> {
  readonly opened_at: Date;
  readonly decided_at: Date | null;
}

/** An older state of the dispute changes nothing. */
const STORE = `
insert into record_dispute
  (dispute_id, revision, record_id, model_name, field_name, state, outcome, opened_at, decided_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
on conflict (dispute_id) do update set revision = excluded.revision, state = excluded.state,
  outcome = excluded.outcome, decided_at = excluded.decided_at
where record_dispute.revision < excluded.revision`;

/** Uses the index record_dispute_by_record. */
const OF_RECORDS = `
select record_id, model_name, field_name, state, outcome, opened_at, decided_at
from record_dispute where record_id = any($1::uuid[]) order by dispute_id`;

export async function storeDispute(
  manager: EntityManager,
  { dispute_id, revision, record_id, ...dispute }: PayloadOf<typeof DisputeChanged>,
): Promise<void> {
  const { model_name, field_name, state, outcome, opened_at, decided_at } = dispute;
  const part = [model_name, field_name, state, outcome, opened_at, decided_at];
  await manager.query(STORE, [dispute_id, revision, record_id, ...part]);
}

@Injectable()
export class RecordDisputes {
  constructor(private readonly dataSource: DataSource) {}

  /** The disputes of the records, oldest first. */
  async of(recordIds: readonly string[]): Promise<RecordDispute[]> {
    const rows = await this.dataSource.query<Row[]>(OF_RECORDS, [recordIds]);
    return rows.map((row) => ({
      ...row,
      opened_at: row.opened_at.toISOString(),
      decided_at: row.decided_at?.toISOString() ?? null,
    }));
  }
}
