import { Card, Stack } from '@mantine/core';
import type { QueryExplanation } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import { FlowChart } from '../parts/flow-chart.js';
import type { NameOf } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { NoValue } from '../parts/values.js';
import { inWords, plural } from '../parts/words.js';
import { SourceRecord } from '../records/record-link.js';
import { outcomeInWords } from '../simulations/outcome-words.js';
import { answerPaths, flowOf, type AnswerPath, type PathRecord } from './answer-paths.js';
import { CodeBadge } from './code-badge.js';

interface AnswerPathPanelProps {
  readonly explanation: QueryExplanation;
  readonly nameOf: NameOf;
}

/** From the furnishers over their records and the rules to the sections of an answer. */
export function AnswerPathPanel({ explanation, nameOf }: AnswerPathPanelProps) {
  const { sections, outcome: code } = explanation;
  if (sections.length === 0) return null;
  const paths = answerPaths(sections);
  const outcome = outcomeInWords(code, null);
  const flow = flowOf(paths, { outcome, isIssued: code === 'issued', nameOf });
  const used = new Set(paths.flatMap(({ record }) => record?.record_id ?? []));
  return (
    <Panel title="Path of the answer">
      <Stack gap="md">
        <Card withBorder padding="md">
          <FlowChart
            label={`From furnisher to outcome: ${plural(used.size, 'used record')}, ${plural(sections.length, 'section')}, ${outcome}`}
            {...flow}
          />
        </Card>
        <PathTable paths={paths} nameOf={nameOf} />
      </Stack>
    </Panel>
  );
}

interface PathTableProps {
  readonly paths: readonly AnswerPath[];
  readonly nameOf: NameOf;
}

function PathTable({ paths, nameOf }: PathTableProps) {
  return (
    <DataTable
      label="Path of the answer"
      rows={paths}
      keyOf={({ key }) => key}
      minWidth={720}
      empty={null}
      columns={[
        { header: 'Section', cell: ({ section }) => inWords(section.model_name) },
        {
          header: 'Furnisher',
          cell: ({ record }) =>
            record ? nameOf(record.furnishing_entity_id) : <NoValue>None shown to you</NoValue>,
        },
        {
          header: 'Record',
          cell: ({ record }) => <RecordOfPath record={record} nameOf={nameOf} />,
        },
        {
          header: 'Rule',
          cell: ({ record }) => record?.rule ?? <NoValue>None shown to you</NoValue>,
        },
        { header: 'Outcome', cell: ({ section }) => <CodeBadge code={section.code} /> },
      ]}
    />
  );
}

interface RecordOfPathProps {
  readonly record: PathRecord | undefined;
  readonly nameOf: NameOf;
}

function RecordOfPath({ record, nameOf }: RecordOfPathProps) {
  if (record === undefined) return <NoValue>None shown to you</NoValue>;
  const { record_id: id } = record;
  if (id === null) return <NoValue>Not used</NoValue>;
  return <SourceRecord id={id} source={record} nameOf={nameOf} />;
}
