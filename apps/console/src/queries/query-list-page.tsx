import { Group, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { AddressSegments, AddressSelect } from '../parts/address-filter.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { daysIn, intervalOf } from '../parts/periods.js';
import { plural } from '../parts/words.js';
import { ExplainForm } from './explain-form.js';
import { QueryExport } from './query-export.js';
import { QueryTable } from './query-table.js';
import { REASON_WORDS } from './reason-words.js';
import { useQueries } from './use-queries.js';

const route = getRouteApi('/queries');

/** Who queried what in the network: every institution for a governor, otherwise one's own. */
export function QueryListPage() {
  const network = useNetwork();
  const isGovernor = network?.roles.includes('governor') === true;
  return (
    <Page
      title="Queries"
      about={
        isGovernor
          ? 'Every query in the network. Open one to see why it was answered as it was.'
          : 'The queries of your institution in the network. Open one to see why it was answered as it was.'
      }
    >
      <ExplainForm />
      <InNetwork>{(selected) => <QueryList network={selected} />}</InNetwork>
    </Page>
  );
}

const INITIAL = '24h';

function QueryList({ network }: { readonly network: Network }) {
  const search = route.useSearch();
  const { period = INITIAL, outcome, reason } = search;
  const days = daysIn(search);
  const filters = { ...(outcome && { outcome }), ...(reason && { reason }) };
  const { network_id } = network;
  const feed = useQueries({ network_id, ...filters, ...days }, days ? {} : { period });
  return (
    <Stack gap="sm">
      <Filters />
      <Listed list={feed} more="Load older queries">
        {(events) => (
          <>
            {events.length > 0 ? (
              <>
                <QueryExport
                  network={network}
                  filters={filters}
                  interval={() => intervalOf(search, INITIAL)}
                />
                <QueryTable events={events} />
              </>
            ) : (
              <Empty title="No queries">
                {outcome === undefined && reason === undefined
                  ? 'Nobody queried the network in this period. Select a longer period, or send a query.'
                  : 'No query of this period has this outcome and reason.'}
              </Empty>
            )}
            {!feed.hasNextPage && events.length > 0 && (
              <Text size="sm" c="dimmed" ta="center">
                {plural(events.length, 'query', 'queries')} in this period
              </Text>
            )}
          </>
        )}
      </Listed>
    </Stack>
  );
}

const OUTCOMES = { all: 'All', issued: 'Result', no_result: 'No result (204)' };

const REASON_OPTIONS = { all: 'Any reason', ...REASON_WORDS };

function Filters() {
  const { outcome, reason, ...search } = route.useSearch();
  return (
    <Group gap="sm" justify="space-between">
      <AddressSegments name="outcome" label="Outcome" value={outcome ?? 'all'} options={OUTCOMES} />
      <AddressSelect
        name="reason"
        label="Reason"
        value={reason ?? 'all'}
        options={REASON_OPTIONS}
      />
      <PeriodFilter search={search} initial={INITIAL} />
    </Group>
  );
}
