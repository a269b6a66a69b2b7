import { NativeSelect } from '@mantine/core';
import type { QueryEvent } from '@ndx/client';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { DisputeFormButton, type DisputeTarget } from './dispute-form-button.js';

interface DisputeAnswerButtonProps {
  readonly event: Pick<QueryEvent, 'query_event_id' | 'querying_entity_id'>;
  /** The records that the answer used. */
  readonly records: readonly DisputeTarget[];
}

/** Disputes a record that an answer to the institution used. */
export function DisputeAnswerButton({ event, records }: DisputeAnswerButtonProps) {
  const { caller, may } = useSession();
  const [first] = records;
  const isOwn = event.querying_entity_id === caller.entity_id;
  if (first === undefined || !isOwn || !may('product:query')) return null;
  return (
    <DisputeFormButton initial={first} queryEventId={event.query_event_id} variant="default">
      {(target, select) => (
        <NativeSelect
          label="Record"
          value={String(placeOf(target, records))}
          data={records.map(({ record_id, model_name }, place) => ({
            value: String(place),
            label: `${inWords(model_name)} …${record_id.slice(-12)}`,
          }))}
          onChange={({ currentTarget: { selectedIndex } }) =>
            select(records[selectedIndex] ?? first)
          }
        />
      )}
    </DisputeFormButton>
  );
}

function placeOf(target: DisputeTarget, records: readonly DisputeTarget[]): number {
  return records.findIndex(
    ({ record_id, model_name }) =>
      record_id === target.record_id && model_name === target.model_name,
  );
}
