import { ActionIcon, Group, Stack, Text } from '@mantine/core';
import { IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Network } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import { IntactBadge, Moment } from '../parts/values.js';
import { EntryDrawer } from './entry-drawer.js';
import { EntrySentence } from './entry-sentence.js';
import type { LoggedEntry } from './logged-entry.js';
import { sentenceOf } from './phrases.js';
import { objectsOf } from './sentence.js';
import { useEntryNames } from './use-entry-names.js';

interface EntryTableProps {
  readonly network: Network;
  readonly entries: readonly LoggedEntry[];
  readonly empty: ReactNode;
}

/** Entries as sentences, each with its details. */
export function EntryTable({ network, entries, empty }: EntryTableProps) {
  const names = useEntryNames(
    network,
    entries.flatMap((entry) => objectsOf(sentenceOf(entry))),
    entries,
  );
  const [opened, setOpened] = useState<LoggedEntry>();
  return (
    <>
      <DataTable
        label="Audit log entries"
        rows={entries}
        keyOf={({ service, seq, event_id }) => `${service} ${seq} ${event_id}`}
        minWidth={330}
        onRowClick={setOpened}
        empty={empty}
        columns={[
          { header: 'Entry', align: 'right', cell: ({ seq }) => seq.toLocaleString() },
          {
            header: 'Event',
            cell: (entry) => (
              <Stack gap={4}>
                <EntrySentence entry={entry} names={names} hasFilters />
                <Group gap="xs">
                  <IntactBadge isIntact={entry.is_intact} />
                  <Text size="xs" c="dimmed" component="div">
                    <Moment at={entry.occurred_at} /> · {entry.service}
                  </Text>
                </Group>
              </Stack>
            ),
          },
          {
            header: 'Details',
            cell: (entry) => (
              <ActionIcon
                variant="subtle"
                aria-haspopup="dialog"
                aria-label={`Details of entry ${entry.seq.toLocaleString()} of ${entry.service}`}
                onClick={() => setOpened(entry)}
              >
                <IconLayoutSidebarRightExpand size={18} aria-hidden />
              </ActionIcon>
            ),
          },
        ]}
      />
      <EntryDrawer
        network={network}
        entry={opened}
        names={names}
        close={() => setOpened(undefined)}
      />
    </>
  );
}
