import { SegmentedControl, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { Failure } from '../parts/failure.js';
import { LoadMore } from '../parts/load-more.js';
import { Loading } from '../parts/loading.js';
import { Page } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { CONFLICT_FILTERS, type ConflictFilter } from './conflict-search.js';
import { ConflictTable } from './conflict-table.js';

const PAGE_SIZE = 100;

const route = getRouteApi('/identity-conflicts');

/** The identity conflicts of a network, for its governors (decision 0066). */
export function ConflictsPage() {
  return (
    <Page
      title="Identity conflicts"
      about="Subjects that share an SSN, an EIN or a registration, and differ in what institutions stated about them. Until you decide, the network has each of them as a subject of its own."
    >
      <InGovernedNetwork>{(network) => <Conflicts network={network} />}</InGovernedNetwork>
    </Page>
  );
}

function Conflicts({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { status = 'open' } = route.useSearch();
  const list = useConflicts(networkId, status);
  const conflicts = list.data?.pages.flatMap(({ data }) => data);
  return (
    <Stack gap="sm">
      <StatusFilter status={status} />
      {list.isPending && <Loading />}
      {conflicts && <ConflictTable conflicts={conflicts} status={status} />}
      {list.isError && <Failure error={list.error} retry={list.refetch} />}
      <LoadMore label="Load newer conflicts" list={list} />
    </Stack>
  );
}

/** Oldest first. */
function useConflicts(networkId: string, status: ConflictFilter) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['identity-conflicts', networkId, status],
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await ndx.listIdentityConflicts({
        path: { network_id: networkId },
        query: { limit: PAGE_SIZE, ...(status !== 'all' && { status }), ...pageParam },
        signal,
      });
      return data;
    },
    initialPageParam: {},
    getNextPageParam: ({ data, next_cursor: cursor }) =>
      data.length < PAGE_SIZE ? undefined : { cursor },
  });
}

function StatusFilter({ status }: { readonly status: ConflictFilter }) {
  const navigate = route.useNavigate();
  return (
    <SegmentedControl
      aria-label="Status"
      style={{ alignSelf: 'flex-start' }}
      value={status}
      data={CONFLICT_FILTERS.map((value) => ({ value, label: inWords(value) }))}
      onChange={(value) => navigate({ search: (search) => ({ ...search, status: value }) })}
    />
  );
}
