import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useList } from '../app/reads.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import type { ServiceName } from '../operation/services.js';
import { readCriteria, type EntryCriteria } from './audit-search.js';
import { EntryFilters } from './entry-filters.js';
import { EntryTable } from './entry-table.js';

const route = getRouteApi('/audit-log');

interface EntryPanelProps {
  readonly networkId: string;
  readonly service: ServiceName;
}

/** The entries of a log with their filters, newest first. */
export function EntryPanel({ networkId, service }: EntryPanelProps) {
  const criteria = readCriteria({ ...route.useSearch() });
  const navigate = route.useNavigate();
  const path = { network_id: networkId, service };
  const list = useList('listAuditLogEntries', { path, query: criteria });
  const types = (list.data?.items ?? []).map(({ type }) => type);
  const filter = (entered: EntryCriteria) =>
    navigate({
      search: ({ network }) => ({
        ...(network !== undefined && { network }),
        service,
        ...entered,
      }),
    });
  return (
    <Panel title="Entries">
      <Stack gap="md">
        <EntryFilters criteria={criteria} types={[...new Set(types)].sort()} onSubmit={filter} />
        <Listed list={list} more="Load older entries">
          {(entries, { isLastEmpty }) => (
            <>
              <EntryTable
                entries={entries}
                empty={<NoEntry isFiltered={Object.keys(criteria).length > 0} list={list} />}
              />
              {entries.length > 0 && list.hasNextPage && isLastEmpty && (
                <Text size="sm" c="dimmed" ta="center" role="status">
                  None of the older entries examined so far matches.
                </Text>
              )}
            </>
          )}
        </Listed>
      </Stack>
    </Panel>
  );
}

interface NoEntryProps {
  readonly isFiltered: boolean;
  readonly list: { readonly hasNextPage: boolean };
}

function NoEntry({ isFiltered, list: { hasNextPage } }: NoEntryProps) {
  if (hasNextPage) {
    return (
      <Empty title="None of the newest entries matches">
        The log has older entries. Load them, or change the filters.
      </Empty>
    );
  }
  return isFiltered ? (
    <Empty title="No entry matches">Change or remove the filters, or select another service.</Empty>
  ) : (
    <Empty title="No entries">This log has no entry of the network. Select another service.</Empty>
  );
}
