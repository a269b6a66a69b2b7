import { Button, Group } from '@mantine/core';
import type { AuditLogEntry, Network } from '@ndx/client';
import { useList } from '../app/reads.js';
import { DataTable } from '../parts/data-table.js';
import { Loaded } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { NoValue } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { changedMembers } from './changed-members.js';
import type { LoggedEntry } from './logged-entry.js';

interface EntryChangeProps {
  readonly network: Network;
  readonly entry: LoggedEntry;
}

/** What differs from the entry before it, of the same event about the same subject. */
export function EntryChange({ network: { network_id }, entry }: EntryChangeProps) {
  const { service, type, subject, occurred_at: to } = entry;
  const list = useList(
    'listAuditLogEntries',
    { path: { network_id, service }, query: { type, subject, to } },
    { limit: 1, maxRequests: 5 },
  );
  return (
    <Panel title="Change">
      <Loaded query={list}>
        {({ items: [before] }) => {
          if (before !== undefined) return <Changes before={before} after={entry} />;
          if (!list.hasNextPage)
            return <NoValue>The log has no earlier entry of this event about the subject.</NoValue>;
          return (
            <Group gap="xs">
              <NoValue>The entry before it is older than the entries examined so far.</NoValue>
              <Button
                size="xs"
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => list.fetchNextPage()}
              >
                Examine older entries
              </Button>
            </Group>
          );
        }}
      </Loaded>
    </Panel>
  );
}

interface ChangesProps {
  readonly before: AuditLogEntry;
  readonly after: AuditLogEntry;
}

function Changes({ before, after }: ChangesProps) {
  return (
    <DataTable
      label="Change"
      rows={changedMembers(before, after)}
      keyOf={({ name }) => name}
      minWidth={320}
      empty={<NoValue>No readable member differs from entry {before.seq}.</NoValue>}
      columns={[
        { header: 'Member', cell: ({ name }) => inWords(name) },
        { header: `Before (entry ${before.seq})`, cell: ({ before: value }) => value },
        { header: 'After', cell: ({ after: value }) => value },
      ]}
    />
  );
}
