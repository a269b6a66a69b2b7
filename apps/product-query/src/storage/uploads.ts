import { Injectable } from '@nestjs/common';
import type { LocatedSubject } from '../domain/consent/binding-consent.js';
import type { Choice, GroupRecords } from '../domain/template/choose-groups.js';
import type { RecordReading } from '../domain/template/read-records.js';
import { isUpload, type RecordValues } from '../domain/template/template-record.js';
import { ownJson } from './own-json.js';
import { QueryPool } from './query-pool.js';

/** Reads by the primary key of statement; `offset` prevents the planner from turning it into a join. */
const READ = `
select found.uploads
from unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[])
  with ordinality as key (subject_id, dataset, furnishing_entity_id, record_id, place)
cross join lateral (
  select case key.record_id when s.record_id then s.uploads when s.newest_record_id then s.newest_uploads end
    as uploads
  from statement s
  where s.subject_id = key.subject_id and s.dataset = key.dataset and s.model = key.dataset
    and s.furnishing_entity_id = key.furnishing_entity_id offset 0) found
order by key.place`;

/** Reads the values of chosen records that were left in storage. */
@Injectable()
export class Uploads {
  constructor(private readonly pool: QueryPool) {}

  /** The choice with every value read; undefined when a chosen record was replaced meanwhile. */
  async fill(choice: Choice, subjects: readonly LocatedSubject[]): Promise<Choice | undefined> {
    const readings = [...choice.values()].flatMap((records) => [...records.readings.values()]);
    const marked = readings.filter(({ values }) => Object.values(values).some(isUpload));
    if (marked.length === 0) return choice;
    const subjectIds = new Map(subjects.map(({ networkId, subjectId }) => [networkId, subjectId]));
    const rows = await this.pool.rows<{ readonly uploads: string | null }>(
      'template-uploads',
      READ,
      [
        marked.map(({ known }) => subjectIds.get(known.networkId)),
        marked.map(({ part }) => part.dataset),
        marked.map(({ known }) => known.furnishingEntityId),
        marked.map(({ known }) => known.recordId),
      ],
    );
    const filled = new Map<RecordReading, RecordReading>();
    for (const [place, reading] of marked.entries()) {
      const uploads = ownJson(rows[place]?.uploads ?? null) as RecordValues | undefined;
      if (!uploads) return undefined;
      filled.set(reading, { ...reading, values: withUploads(reading.values, uploads) });
    }
    const fillRecords = (records: GroupRecords): GroupRecords => ({
      ...records,
      readings: new Map(
        [...records.readings].map(([dataset, reading]) => [
          dataset,
          filled.get(reading) ?? reading,
        ]),
      ),
    });
    return new Map([...choice].map(([group, records]) => [group, fillRecords(records)]));
  }
}

function withUploads(values: RecordValues, uploads: RecordValues): RecordValues {
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [
      field,
      isUpload(value) ? uploads[field] : value,
    ]),
  );
}
