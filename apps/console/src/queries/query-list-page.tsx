import { Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useCount } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { Page } from '../parts/page.js';
import { SavedViews } from '../parts/saved-views.js';
import { daysIn, intervalOf } from '../parts/periods.js';
import { ExplainForm } from './explain-form.js';
import { QueryExport } from './query-export.js';
import { QueryFilters } from './query-filters.js';
import { filtersIn } from './query-search.js';
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

const INITIAL = '24h';

function QueryList({ network }: { readonly network: Network }) {
  const search = route.useSearch();
  const { period = INITIAL } = search;
  const days = daysIn(search);
  const filters = filtersIn(search);
  const { network_id } = network;
  const query = { network_id, ...filters, ...days };
  const window = days ? {} : { period };
  // The first rows are shown without a request for the end of the list: their number shows it.
  const order = useListOrder();
  const feed = useQueries(query, { ...window, order, wanted: 1 });
  const total = useCount('countQueryEvents', query, { ...window, enabled: feed.hasNextPage });
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Stack gap="sm">
      <SavedViews />
      <QueryFilters network={network} search={search} initial={INITIAL} />
      <Listed
        list={feed}
        noun={['query in this period', 'queries in this period']}
        isFiltered={isFiltered}
        total={total}
        more={moreOf(order, 'queries')}
      >
        {(events) => (
          <>
            {events.length > 0 ? (
              <>
                <QueryExport
                  network={network}
                  filters={filters}
                  interval={() => intervalOf(search, INITIAL)}
                />
                <QueryTable events={events} order={order} />
              </>
            ) : (
              <Empty title="No queries">
                {isFiltered
                  ? 'No query of this period matches the filters.'
                  : 'Nobody queried the network in this period. Select a longer period, or send a query.'}
              </Empty>
            )}
          </>
        )}
      </Listed>
    </Stack>
  );
}
