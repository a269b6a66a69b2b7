import { Text } from '@mantine/core';
import type { AuditLogEntry } from '@ndx/client';
import type { ReactNode } from 'react';
import { DataTable } from '../parts/data-table.js';
import { Id, IntactBadge, Moment, NoValue } from '../parts/values.js';
import { EntrySubject } from './entry-subject.js';

interface EntryTableProps {
  readonly entries: readonly AuditLogEntry[];
  readonly empty: ReactNode;
}

/** Entries with account, action and time; the state first, so that a narrow screen shows it. */
export function EntryTable({ entries, empty }: EntryTableProps) {
  return (
    <DataTable
      label="Audit log entries"
      rows={entries}
      keyOf={({ seq, event_id }) => `${seq} ${event_id}`}
      minWidth={1120}
      empty={empty}
      columns={[
        { header: 'Entry', align: 'right', cell: ({ seq }) => seq.toLocaleString() },
        { header: 'State', cell: ({ is_intact: isIntact }) => <IntactBadge isIntact={isIntact} /> },
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
  return id === null ? <NoValue>the system</NoValue> : <Id value={id} />;
}
