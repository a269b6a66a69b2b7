import { Stack, Text } from '@mantine/core';
import { DataTable } from '../parts/data-table.js';
import { Notice } from '../parts/notice.js';
import { plural } from '../parts/words.js';
import type { RowFault } from './dry-run.js';

const MAX_SHOWN = 200;

/** Whether a file would be accepted, with the reason of each rejected row. */
export function RejectedRows({ faults, rows }: { faults: readonly RowFault[]; rows: number }) {
  const rejected = new Set(faults.map(({ row }) => row)).size;
  const isGood = rejected === 0;
  return (
    <Stack gap="sm">
      <Notice
        role="status"
        color={isGood ? 'teal' : 'orange'}
        title={
          isGood
            ? `The network would accept every row (${rows.toLocaleString()})`
            : `The network would reject ${rejected.toLocaleString()} of ${plural(rows, 'row')}`
        }
      >
        {isGood
          ? 'Furnish the file with the command line or the API.'
          : 'Correct the rows and check the file again.'}
      </Notice>
      <DataTable
        label="Rejected rows"
        rows={faults.slice(0, MAX_SHOWN)}
        keyOf={({ row, path, code }) => `${row} ${path} ${code}`}
        minWidth={720}
        empty={null}
        columns={[
          { header: 'Row', align: 'right', cell: ({ row }) => row.toLocaleString() },
          { header: 'Code', cell: ({ code }) => code },
          {
            header: 'Member',
            cell: ({ path }) => <span style={{ overflowWrap: 'anywhere' }}>{path}</span>,
          },
          {
            header: 'Reason',
            cell: ({ detail }) => <span style={{ overflowWrap: 'anywhere' }}>{detail}</span>,
          },
        ]}
      />
      {faults.length > MAX_SHOWN && (
        <Text size="sm" c="dimmed">
          The first {MAX_SHOWN} of {faults.length.toLocaleString()} reasons are shown. The command
          line writes all of them to a file.
        </Text>
      )}
    </Stack>
  );
}
