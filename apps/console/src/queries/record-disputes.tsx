import { Stack } from '@mantine/core';
import type { QueryExplanation } from '@ndx/client';
import type { NameOf } from '../parts/names.js';
import { Moment, NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { UsedRecord, type UsedRecords } from './used-record.js';

type RecordDispute = QueryExplanation['record_disputes'][number];

interface RecordDisputesProps {
  readonly disputes: readonly RecordDispute[];
  readonly records: UsedRecords;
  readonly nameOf: NameOf;
}

/** The disputes of the used records, with the statements after upheld ones. */
export function RecordDisputes({ disputes, records, nameOf }: RecordDisputesProps) {
  return (
    <Stack gap={2}>
      {disputes.map((dispute) => {
        const { record_id, model_name, field_name, opened_at, outcome, statement } = dispute;
        const part = field_name ?? model_name;
        return (
          <span key={`${record_id} ${model_name} ${part} ${opened_at}`}>
            {inWords(part)}: <UsedRecord id={record_id} records={records} nameOf={nameOf} />{' '}
            <Moment at={opened_at} />,{' '}
            {outcome === null ? 'not decided' : inWords(outcome).toLowerCase()}
            {statement && <Statement statement={statement} nameOf={nameOf} />}
          </span>
        );
      })}
    </Stack>
  );
}

interface StatementProps {
  readonly statement: NonNullable<RecordDispute['statement']>;
  readonly nameOf: NameOf;
}

function Statement({ statement, nameOf }: StatementProps) {
  const { stated_by_entity_id, stated_at, statement_text } = statement;
  return (
    <div>
      {nameOf(stated_by_entity_id)} <Moment at={stated_at} />:{' '}
      {statement_text ?? <NoValue>Not shown</NoValue>}
    </div>
  );
}
