import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../parts/empty.js';
import { Failure } from '../parts/failure.js';
import { LoadMore } from '../parts/load-more.js';
import { Loading } from '../parts/loading.js';
import { Panel } from '../parts/panel.js';
import type { ServiceName } from '../operation/services.js';
import { criteriaOf, type EntryCriteria } from './audit-search.js';
import { EntryFilters } from './entry-filters.js';
import { EntryTable } from './entry-table.js';
import { useEntries } from './use-entries.js';

const route = getRouteApi('/audit-log');

interface EntryPanelProps {
  readonly networkId: string;
  readonly service: ServiceName;
}

/** The entries of a log with their filters, newest first. */
export function EntryPanel({ networkId, service }: EntryPanelProps) {
  const criteria = criteriaOf(route.useSearch());
  const navigate = route.useNavigate();
  const list = useEntries(networkId, service, criteria);
  const pages = list.data?.pages ?? [];
  const entries = pages.flatMap(({ data }) => data);
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
        <EntryFilters
          criteria={criteria}
          types={[...new Set(entries.map(({ type }) => type))].sort()}
          onSubmit={filter}
        />
        {list.isPending && <Loading />}
        {list.data !== undefined && (
          <EntryTable
            entries={entries}
            empty={<NoEntry isFiltered={Object.keys(criteria).length > 0} list={list} />}
          />
        )}
        {entries.length > 0 && list.hasNextPage && pages.at(-1)?.data.length === 0 && (
          <Text size="sm" c="dimmed" ta="center" role="status">
            None of the older entries examined so far matches.
          </Text>
        )}
        {list.isError && <Failure error={list.error} retry={list.refetch} />}
        <LoadMore label="Load older entries" list={list} />
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
