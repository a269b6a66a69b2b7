import { Stack } from '@mantine/core';
import type { AuditEntry } from '@ndx/client';
import { DataTable, Empty } from './data-table.js';
import { Id, IntactBadge, Moment } from './values.js';
import { Notice } from './notice.js';
import { plural } from './words.js';

/** Entries of the audit log, with what the server found when it verified them. */
export function AuditEntries({ entries }: { readonly entries: readonly AuditEntry[] }) {
  const altered = entries.filter(({ is_intact }) => !is_intact).length;
  return (
    <Stack gap="sm">
      {entries.length > 0 && <Verdict entries={entries.length} altered={altered} />}
      <DataTable
        label="Audit log entries"
        rows={entries}
        keyOf={({ network_id: network, seq }) => `${network} ${seq}`}
        minWidth={820}
        columns={[
          { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
          { header: 'Event', cell: ({ type }) => type },
          { header: 'Entry', align: 'right', cell: ({ seq }) => seq.toLocaleString() },
          { header: 'Hash', cell: ({ hash }) => <Id value={hash} /> },
          {
            header: 'Request id',
            cell: ({ request_id: id }) => (id === null ? null : <Id value={id} />),
          },
          {
            header: 'State',
            cell: ({ is_intact: isIntact }) => <IntactBadge isIntact={isIntact} />,
          },
        ]}
        empty={
          <Empty title="No entry yet">An entry follows its event within about a second.</Empty>
        }
      />
    </Stack>
  );
}

function Verdict({ entries, altered }: { readonly entries: number; readonly altered: number }) {
  return altered === 0 ? (
    <Notice color="teal">
      Verified: {plural(entries, 'entry', 'entries')}, each with its content and its place in the
      signed log.
    </Notice>
  ) : (
    <Notice role="alert" color="red">
      {plural(altered, 'entry', 'entries')} of {entries} failed verification: the content was
      changed, or the signed log does not have it. Report it to the operator of the system.
    </Notice>
  );
}
