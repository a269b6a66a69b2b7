import { Button, Group, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { AddressSegments, AddressSelect, PeriodSelect } from '../parts/address-filter.js';
import { Empty } from '../parts/data-table.js';
import { Listed } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { dayOf } from '../usage/usage-search.js';
import { ExplainForm } from './explain-form.js';
import type { QuerySearch } from './query-search.js';
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

function QueryList({ network: { network_id } }: { readonly network: Network }) {
  const { period = '24h', outcome, reason, ...search } = route.useSearch();
  const days = daysIn(search);
  const filters = { ...(outcome && { outcome }), ...(reason && { reason }) };
  const feed = useQueries({ network_id, ...filters, ...days }, days ? {} : { period });
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
  const { period = '24h', outcome, reason, ...search } = route.useSearch();
  const days = daysIn(search);
  return (
    <Group gap="sm" justify="space-between">
      <AddressSegments name="outcome" label="Outcome" value={outcome ?? 'all'} options={OUTCOMES} />
      <AddressSelect
        name="reason"
        label="Reason"
        value={reason ?? 'all'}
        options={REASON_OPTIONS}
      />
      {days ? <Days {...days} /> : <PeriodSelect value={period} />}
    </Group>
  );
}

/** The days of the list, and the way back to a period. */
function Days({ from, to }: { readonly from: string; readonly to: string }) {
  const navigate = route.useNavigate();
  const last = dayOf(new Date(Date.parse(to) - 1));
  return (
    <Group gap="xs">
      <Text size="sm">
        {from.startsWith(last) ? `${last} (UTC)` : `${dayOf(new Date(from))} to ${last} (UTC)`}
      </Text>
      <Button
        size="xs"
        variant="default"
        onClick={() =>
          navigate({ search: (search) => ({ ...search, from: undefined, to: undefined }) })
        }
      >
        Select a period
      </Button>
    </Group>
  );
}

/** The days of an address as times; undefined unless it has both ends. */
function daysIn({ from, to }: Pick<QuerySearch, 'from' | 'to'>) {
  if (from === undefined || to === undefined) return undefined;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
