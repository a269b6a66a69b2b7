import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Network, QueryEvent } from '@ndx/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { Empty } from '../parts/empty.js';
import { LoadMore } from '../parts/load-more.js';
import { Loaded } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { PeriodSelect } from '../parts/period-select.js';
import { startOf, type Period } from '../parts/periods.js';
import { plural } from '../parts/words.js';
import { ExplainForm } from './explain-form.js';
import { readFeedPage } from './feed-page.js';
import type { Outcome } from './query-list-search.js';
import { QueryTable } from './query-table.js';

const PAGE_SIZE = 100;

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

function QueryList({ network }: { readonly network: Network }) {
  const { period = '24h', outcome } = route.useSearch();
  const feed = useFeed(network.network_id, period);
  return (
    <Stack gap="sm">
      <Filters />
      <Loaded query={feed}>
        {({ pages }) => (
          <Result loaded={pages.flatMap(({ data }) => data)} outcome={outcome} feed={feed} />
        )}
      </Loaded>
    </Stack>
  );
}

interface ResultProps {
  readonly loaded: readonly QueryEvent[];
  readonly outcome: Outcome | undefined;
  readonly feed: ReturnType<typeof useFeed>;
}

function Result({ loaded, outcome, feed }: ResultProps) {
  const events = loaded.filter((event) => outcome === undefined || event.outcome === outcome);
  return (
    <Stack gap="sm">
      {events.length === 0 ? (
        <Empty title="No queries">
          {loaded.length === 0
            ? 'Nobody queried the network in this period. Select a longer period, or send a query.'
            : `None of the ${plural(loaded.length, 'query', 'queries')} loaded so far has this outcome.`}
        </Empty>
      ) : (
        <QueryTable events={events} />
      )}
      <LoadMore label="Load older queries" list={feed} />
      {!feed.hasNextPage && loaded.length > 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {plural(loaded.length, 'query', 'queries')} in this period
        </Text>
      )}
    </Stack>
  );
}

function Filters() {
  const { period = '24h', outcome } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Group gap="sm" justify="space-between">
      <SegmentedControl
        aria-label="Outcome"
        value={outcome ?? 'all'}
        data={[
          { value: 'all', label: 'All' },
          { value: 'issued', label: 'Result' },
          { value: 'no_result', label: 'No result (204)' },
        ]}
        onChange={(value) =>
          navigate({
            search: (search) => ({ ...search, outcome: value === 'all' ? undefined : value }),
          })
        }
      />
      <PeriodSelect
        value={period}
        onChange={(value) => navigate({ search: (search) => ({ ...search, period: value }) })}
      />
    </Group>
  );
}

/** The newest events first; a page that is not full is the last. */
function useFeed(networkId: string, period: Period) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['query-events', networkId, period],
    queryFn: ({ pageParam, signal }) =>
      readFeedPage(
        ndx,
        {
          network_id: networkId,
          from: startOf(period),
          order: 'newest_first',
          limit: PAGE_SIZE,
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, next_cursor }) =>
      data.length < PAGE_SIZE ? undefined : next_cursor,
  });
}
