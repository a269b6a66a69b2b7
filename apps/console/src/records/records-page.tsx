import { Group, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useCount, useList } from '../app/reads.js';
import { SubjectLink } from '../compliance/subject-link.js';
import { InNetwork } from '../layout/in-network.js';
import { AddressSelect } from '../parts/address-filter.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { Page, TextLink } from '../parts/page.js';
import { PeriodFilter } from '../parts/period-filter.js';
import { daysIn, intervalOf } from '../parts/periods.js';
import { SavedViews } from '../parts/saved-views.js';
import { Id, Moment, StatusBadge } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { RECORD_STATES } from './record-search.js';

const route = getRouteApi('/records');

const STATES = {
  all: 'Any state',
  ...Object.fromEntries(RECORD_STATES.map((one) => [one, inWords(one)])),
};

/** The records that the institution furnished, with filters by state and time of furnishing. */
export function RecordsPage() {
  return (
    <Page
      title="Records"
      about="The records that your institution furnished. Queries use only those in the state furnished."
    >
      <InNetwork>{(network) => <Records network={network} />}</InNetwork>
    </Page>
  );
}

function Records({ network: { network_id: networkId } }: { readonly network: Network }) {
  const search = route.useSearch();
  const { state } = search;
  const days = daysIn(search);
  const period = days ? undefined : search.period;
  const isOfAllTime = period === undefined && days === undefined;
  const isFiltered = !isOfAllTime || state !== undefined;
  const order = useListOrder();
  const query = { network_id: networkId, ...(state && { state }), ...days };
  const records = useList('listRecords', { query: { ...query, order } }, { period });
  const total = useCount('countRecords', query, { period, enabled: records.hasNextPage });
  return (
    <Stack gap="sm">
      <SavedViews />
      <Group gap="sm">
        <AddressSelect name="state" label="State" value={state ?? 'all'} options={STATES} />
        <PeriodFilter search={search} />
      </Group>
      <Listed
        list={records}
        noun={['record', 'records']}
        isFiltered={isFiltered}
        total={total}
        more={moreOf(order, 'records')}
        file={{
          list: records,
          name: 'records',
          ...(!isOfAllTime && { interval: () => intervalOf(search, '7d') }),
        }}
      >
        {(found) => (
          <DataTable
            label="Records"
            rows={found}
            keyOf={({ record_id }) => record_id}
            minWidth={820}
            columns={[
              {
                header: 'Furnished',
                order,
                cell: ({ furnished_at: at, record_id: recordId }) => (
                  <TextLink to="/records/$recordId" params={{ recordId }}>
                    <Moment at={at} />
                  </TextLink>
                ),
              },
              { header: 'State', cell: ({ state: now }) => <StatusBadge status={now} /> },
              { header: 'Data', cell: ({ dataset }) => inWords(dataset) },
              {
                header: 'Subject',
                cell: ({ subject_type: kind, subject_id: id }) => (
                  <SubjectLink networkId={networkId} kind={kind} id={id} />
                ),
              },
              { header: 'Ended', cell: ({ ended_at: at }) => at && <Moment at={at} /> },
              { header: 'Reason', cell: ({ reason }) => reason && inWords(reason) },
              { header: 'Id', cell: ({ record_id }) => <Id value={record_id} /> },
            ]}
            empty={
              isFiltered ? (
                <Empty title="No record matches the filters" />
              ) : (
                <Empty title="Your institution furnished no record in this network">
                  <TextLink to="/dry-run">Check a file</TextLink>, and furnish it.
                </Empty>
              )
            }
          />
        )}
      </Listed>
    </Stack>
  );
}
