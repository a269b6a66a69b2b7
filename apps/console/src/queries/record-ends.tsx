import { Stack } from '@mantine/core';
import type { QueryExplanation } from '@ndx/client';
import { Id, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';

/** What its furnishers did to the used records afterwards. */
export function RecordEnds({ ends }: { readonly ends: QueryExplanation['record_ends'] }) {
  return (
    <Stack gap={2}>
      {ends.map(({ record_id, state, reason, corrected_by_record_id, ended_at }) => (
        <span key={record_id}>
          <Id value={record_id} /> {state} <Moment at={ended_at} />
          {reason !== null && `, ${inWords(reason).toLowerCase()}`}
          {corrected_by_record_id !== null && (
            <>
              , by <Id value={corrected_by_record_id} />
            </>
          )}
        </span>
      ))}
    </Stack>
  );
}
