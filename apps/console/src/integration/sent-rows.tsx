import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable } from '../parts/data-table.js';
import { Notice } from '../parts/notice.js';
import { TextLink } from '../parts/page.js';
import { plural } from '../parts/words.js';
import type { Sent } from './use-send.js';

const MAX_SHOWN = 200;

/** How many rows the network rejects. */
export function rejectedRows({ faults }: Sent): number {
  return new Set(faults.map(({ row }) => row)).size;
}

/** What became of the rows of a file, or would, with the reason of each rejected one. */
export function SentRows({ sent }: { readonly sent: Sent }) {
  const { faults, dryRun } = sent;
  const rejected = rejectedRows(sent);
  return (
    <Stack gap="sm">
      <Notice
        role="status"
        color={rejected === 0 ? 'teal' : 'orange'}
        title={(dryRun ? checkInWords : resultInWords)(sent.records.length, rejected)}
      >
        {dryRun ? nextStep(sent.records.length, rejected) : <Furnished />}
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

function checkInWords(rows: number, rejected: number): string {
  return rejected === 0
    ? `The network would accept every row (${rows.toLocaleString()})`
    : `The network would reject ${rejected.toLocaleString()} of ${plural(rows, 'row')}`;
}

function resultInWords(rows: number, rejected: number): string {
  return rejected === 0
    ? `The network accepted every row (${rows.toLocaleString()})`
    : `The network rejected ${rejected.toLocaleString()} of ${plural(rows, 'row')}`;
}

function nextStep(rows: number, rejected: number): string {
  if (rejected === 0) return 'Furnish the file here, with the command line or the API.';
  const correct = 'Correct the rows and check the file again';
  return rejected < rows ? `${correct}, or furnish the others.` : `${correct}.`;
}

function Furnished(): ReactNode {
  return (
    <>
      Accepted rows are stored. <TextLink to="/submissions">Submissions</TextLink> has the state of
      each record.
    </>
  );
}
