import { Stack } from '@mantine/core';
import type { QueryExplanation } from '@ndx/client';
import type { NameOf } from '../parts/names.js';
import { Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { UsedRecord, type UsedRecords } from './used-record.js';

interface RecordEndsProps {
  readonly ends: QueryExplanation['record_ends'];
  readonly records: UsedRecords;
  readonly nameOf: NameOf;
}

/** What its furnishers did to the used records afterwards. */
export function RecordEnds({ ends, records, nameOf }: RecordEndsProps) {
  return (
    <Stack gap={2}>
      {ends.map(({ record_id, state, reason, corrected_by_record_id, ended_at }) => (
        <span key={record_id}>
          <UsedRecord id={record_id} records={records} nameOf={nameOf} /> {state}{' '}
          <Moment at={ended_at} />
          {reason !== null && `, ${inWords(reason).toLowerCase()}`}
          {corrected_by_record_id !== null && (
            <>
              , by{' '}
              <UsedRecord
                id={corrected_by_record_id}
                corrects={record_id}
                records={records}
                nameOf={nameOf}
              />
            </>
          )}
        </span>
      ))}
    </Stack>
  );
}
