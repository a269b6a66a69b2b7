import type { NameOf } from '../parts/names.js';
import { Id } from '../parts/values.js';
import { SourceRecord, type RecordSource } from '../records/record-link.js';

/** The records that an answer used, each with its source. */
export type UsedRecords = readonly (RecordSource & { readonly record_id: string })[];

interface UsedRecordProps {
  readonly id: string;
  /** The used record that it corrects: both have one furnisher. */
  readonly corrects?: string;
  readonly records: UsedRecords;
  readonly nameOf: NameOf;
}

/** A record that an answer used, or the correction of one, by its furnisher. */
export function UsedRecord({ id, corrects = id, records, nameOf }: UsedRecordProps) {
  const source = records.find(({ record_id }) => record_id === corrects);
  if (source === undefined) return <Id value={id} />;
  return <SourceRecord id={id} source={source} nameOf={nameOf} />;
}
