import { Code, Stack, Text } from '@mantine/core';
import { DataTable } from '../parts/data-table.js';

interface LogField {
  readonly names: string;
  readonly meaning: string;
}

const FIELDS: readonly LogField[] = [
  {
    names: 'operation, method, route',
    meaning: 'The operation of the OpenAPI document; it is absent where a request reached none.',
  },
  {
    names: 'status, error_code, reason',
    meaning:
      'The response. A process that only passes a response on has its status, not its reason.',
  },
  { names: 'duration_ms', meaning: 'The time until the end of the response.' },
  {
    names: 'institution',
    meaning: 'The entity id of the caller; it is absent where authentication rejected the request.',
  },
  {
    names: 'request_id, trace_id',
    meaning: 'The ids of the request and of its trace, in every line about it in every process.',
  },
];

/** The fields by which a reader finds and reads the lines of a request. */
export function LogFields() {
  return (
    <Stack gap="sm">
      <Text size="sm">
        Each process writes one line with the message “request” for each request, also where no
        trace is kept. Search the logs of all processes for the id.
      </Text>
      <DataTable
        label="Fields of a log line"
        rows={FIELDS}
        keyOf={({ names }) => names}
        minWidth={560}
        columns={[
          { header: 'Fields', cell: ({ names }) => <Code>{names}</Code> },
          { header: 'Meaning', cell: ({ meaning }) => meaning },
        ]}
        empty={null}
      />
    </Stack>
  );
}
