import { Group, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { AddressSegments, PeriodSelect } from '../parts/address-filter.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { ExplainForm } from './explain-form.js';
import { QueryTable } from './query-table.js';
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

function QueryList({ network: { network_id } }: { readonly network: Network }) {
  const { period = '24h', outcome } = route.useSearch();
  const feed = useQueries({ network_id, ...(outcome && { outcome }) }, { period });
  return (
    <Stack gap="sm">
      <Filters />
      <Listed list={feed} more="Load older queries">
        {(events) => (
          <>
            {events.length > 0 ? (
              <QueryTable events={events} />
            ) : (
              <Empty title="No queries">
                {outcome === undefined
                  ? 'Nobody queried the network in this period. Select a longer period, or send a query.'
                  : 'No query of this period has this outcome.'}
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

function Filters() {
  const { period = '24h', outcome } = route.useSearch();
  return (
    <Group gap="sm" justify="space-between">
      <AddressSegments name="outcome" label="Outcome" value={outcome ?? 'all'} options={OUTCOMES} />
      <PeriodSelect value={period} />
    </Group>
  );
}
