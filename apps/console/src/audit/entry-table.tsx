import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DataTable } from '../parts/data-table.js';
import { Id, IntactBadge, Moment, NoValue } from '../parts/values.js';
import { EntrySubject } from './entry-subject.js';
import type { LoggedEntry } from './merged-entries.js';
import { OnlyEntries } from './only-entries.js';

interface EntryTableProps {
  readonly entries: readonly LoggedEntry[];
  readonly empty: ReactNode;
}

/** Entries with account, action and time; the state first, so that a narrow screen shows it. */
export function EntryTable({ entries, empty }: EntryTableProps) {
  return (
    <DataTable
      label="Audit log entries"
      rows={entries}
      keyOf={({ service, seq, event_id }) => `${service} ${seq} ${event_id}`}
      minWidth={1240}
      empty={empty}
      columns={[
        { header: 'Entry', align: 'right', cell: ({ seq }) => seq.toLocaleString() },
        { header: 'State', cell: ({ is_intact: isIntact }) => <IntactBadge isIntact={isIntact} /> },
        { header: 'Service', cell: ({ service }) => <Text size="sm">{service}</Text> },
        { header: 'Event', cell: ({ type }) => <Text size="sm">{type}</Text> },
        { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
        { header: 'Account', cell: ({ account_id }) => <Account id={account_id} /> },
        { header: 'Subject', cell: (entry) => <EntrySubject entry={entry} /> },
        {
          header: 'Request id',
          cell: ({ request_id: id }) => (id === null ? null : <Id value={id} />),
        },
      ]}
    />
  );
}

function Account({ id }: { readonly id: string | null }) {
  if (id === null) return <NoValue>the system</NoValue>;
  return (
    <Group gap={6} wrap="nowrap">
      <Id value={id} />
      <OnlyEntries label="by this account" name={`by ${id}`} criteria={{ account_id: id }} />
    </Group>
  );
}
