import { Badge, Text } from '@mantine/core';
import type { ParkedEvent } from '@ndx/client';
import type { ReactNode } from 'react';
import { DataTable, type Column } from '../parts/data-table.js';
import { Id } from '../parts/id.js';
import { Moment } from '../parts/moment.js';

const COLUMNS: readonly Column<ParkedEvent>[] = [
  { header: 'Parked', cell: ({ parked_at }) => <Moment at={parked_at} /> },
  { header: 'Event', cell: ({ type }) => type },
  { header: 'Key', cell: ({ key }) => <Id value={key} /> },
  {
    header: 'Status',
    cell: ({ status }) =>
      status === 'failed' ? <Badge color="red">Failed</Badge> : <Badge color="gray">Waiting</Badge>,
  },
  {
    header: 'Error',
    cell: ({ error }) => (
      <Text size="sm" maw={420} style={{ overflowWrap: 'anywhere' }}>
        {error ?? 'An earlier event of the key is parked.'}
      </Text>
    ),
  },
  { header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
];

interface ParkedEventTableProps {
  readonly service: string;
  readonly events: readonly ParkedEvent[];
  /** Shown for the event that blocks its key. */
  readonly action: ((event: ParkedEvent) => ReactNode) | undefined;
}

export function ParkedEventTable({ service, events, action }: ParkedEventTableProps) {
  const columns =
    action === undefined
      ? COLUMNS
      : [
          ...COLUMNS,
          {
            header: 'Action',
            cell: (event: ParkedEvent) => (event.status === 'failed' ? action(event) : null),
          },
        ];
  return (
    <DataTable
      label={`Parked events of ${service}`}
      columns={columns}
      rows={events}
      keyOf={({ event_id }) => event_id}
      minWidth={980}
      empty={null}
    />
  );
}
