import { Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Panel } from '../parts/page.js';
import { daysIn } from '../parts/periods.js';
import type { ServiceName } from '../operation/services.js';
import { readCriteria, type EnteredCriteria } from './audit-search.js';
import { EntryExport } from './entry-export.js';
import { EntryFilters } from './entry-filters.js';
import { EntryTable } from './entry-table.js';
import { useEntries } from './use-entries.js';

const route = getRouteApi('/audit-log');

interface EntryPanelProps {
  readonly network: Network;
  readonly services: readonly ServiceName[];
}

/** The entries of the logs of some services with their filters, newest first. */
export function EntryPanel({ network, services }: EntryPanelProps) {
  const address = route.useSearch();
  const criteria = readCriteria({ ...address });
  const days = daysIn(address);
  const { period } = address;
  const query = { ...criteria, ...days, ...(!days && period !== undefined && { period }) };
  const isFiltered = Object.keys(query).length > 0;
  const navigate = route.useNavigate();
  const list = useEntries(network.network_id, services, query);
  const filter = (entered: EnteredCriteria) =>
    navigate({ search: (search) => ({ ...search, ...entered }) });
  return (
    <Panel
      title="Entries"
      actions={
        <EntryExport network={network} services={services} criteria={criteria} period={address} />
      }
    >
      <Stack gap="md">
        <EntryFilters
          network={network}
          services={services}
          criteria={criteria}
          error={list.error}
          onSubmit={filter}
        />
        <Listed
          list={list}
          noun={['entry', 'entries']}
          isFiltered={isFiltered}
          more="Load older entries"
        >
          {(entries, { isLastEmpty }) => (
            <>
              <EntryTable
                network={network}
                entries={entries}
                empty={<NoEntry isFiltered={isFiltered} list={list} />}
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
    <Empty title="No entry matches">
      Change or remove the filters, or select a longer period or another service.
    </Empty>
  ) : (
    <Empty title="No entries">No selected log has an entry of the network.</Empty>
  );
}
