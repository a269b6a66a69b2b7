import type { DisputeOutcome, DisputeState } from '@ndx/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DisputedPart } from '../domain/explanation/disputed-part.js';

/** A dispute of a used record, by the member names of an explanation. */
export interface RecordDispute extends DisputedPart {
  readonly dispute_id: string;
  readonly state: DisputeState;
  readonly outcome: DisputeOutcome | null;
  readonly opened_at: string;
  readonly decided_at: string | null;
  readonly statement: {
    readonly stated_by_entity_id: string;
    readonly on_behalf_of_subject: boolean;
    readonly stated_at: string;
  } | null;
}

interface Row extends Omit<RecordDispute, 'opened_at' | 'decided_at' | 'statement'> {
  readonly opened_at: Date;
  readonly decided_at: Date | null;
  readonly disputing_entity_id: string;
  readonly on_behalf_of_subject: boolean;
  readonly stated_at: Date | null;
}

/** Uses the index dispute_copy_by_record. */
const OF_RECORDS = `
select dispute_id, record_id, network_id, furnishing_entity_id, model_name, field_name, state, outcome, opened_at, decided_at,
  disputing_entity_id, on_behalf_of_subject, stated_at
from dispute_copy where record_id = any($1::uuid[]) order by dispute_id`;

@Injectable()
export class RecordDisputes {
  constructor(private readonly dataSource: DataSource) {}

  /** The disputes of the records, oldest first. */
  async of(recordIds: readonly string[]): Promise<RecordDispute[]> {
    const rows = await this.dataSource.query<Row[]>(OF_RECORDS, [recordIds]);
    return rows.map(disputeOf);
  }
}

function disputeOf({ disputing_entity_id, on_behalf_of_subject, stated_at, ...row }: Row) {
  return {
    ...row,
    opened_at: row.opened_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
    statement: stated_at && {
      stated_by_entity_id: disputing_entity_id,
      on_behalf_of_subject,
      stated_at: stated_at.toISOString(),
    },
  };
}
