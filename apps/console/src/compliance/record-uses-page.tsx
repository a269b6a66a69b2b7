import { Badge, Group, Stack, Text } from '@mantine/core';
import { eachItem, type Network, type RecordUses } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useCounted, useList } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Id, Moment } from '../parts/values.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { Loaded } from '../parts/loaded.js';
import { ListExport } from '../parts/list-export.js';
import { Page } from '../parts/page.js';
import { daysIn, intervalOf } from '../parts/periods.js';
import { SavedViews } from '../parts/saved-views.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { MostUsed, SHOWN } from './most-used.js';
import { NamedRecord } from '../records/named-record.js';
import { useReadNamesOfRecords } from '../records/names-of-records.js';
import { RecordUseFilters } from './record-use-filters.js';
import { recordUseFiltersIn } from './record-use-search.js';

const route = getRouteApi('/record-uses');

const INITIAL = '24h';

/** Which queries used the records of the institution, and which policies excluded them. */
export function RecordUsesPage() {
  const search = route.useSearch();
  return (
    <Page
      title="Uses of records"
      about="Each query that used a record of your institution, and each policy that excluded one. The querying institution is not shown."
    >
      <InNetwork>
        {(network) =>
          network.roles.includes('furnisher') ? (
            <Stack gap="sm">
              <SavedViews />
              <RecordUseFilters search={search} initial={INITIAL} />
              <UseList network={network} />
            </Stack>
          ) : (
            <Empty title="Your institution does not furnish in this network">
              Select a network in which it is a furnisher.
            </Empty>
          )
        }
      </InNetwork>
    </Page>
  );
}

function UseList({ network }: { readonly network: Network }) {
  const { ndx } = useApi();
  const { caller } = useSession();
  const { network_id: networkId } = network;
  const search = route.useSearch();
  const { period = INITIAL } = search;
  const order = useListOrder();
  const days = daysIn(search);
  const filters = recordUseFiltersIn(search);
  const isFiltered = Object.keys(filters).length > 0;
  const query = { network_id: networkId, ...filters, ...days };
  const window = days ? {} : { period };
  const uses = useList(
    'listRecordUses',
    { query: { ...query, order } },
    { ...window, isSearched: true },
  );
  const counted = useCounted('countUsesByRecord', { ...query, limit: SHOWN }, window);
  const { query_count: count = 0, is_complete = false } = counted.data ?? {};
  const readNames = useReadNamesOfRecords(networkId);
  return (
    <Listed
      list={uses}
      noun={['query in this period', 'queries in this period']}
      isFiltered={isFiltered}
      total={counted.data && { count, is_complete }}
      more={moreOf(order, 'uses', 'Search')}
    >
      {(found) => (
        <Stack gap="sm">
          {found.length > 0 && (
            <ListExport
              name="record-uses"
              about={{
                network: network.name,
                institution: caller.institution_name,
                filter: JSON.stringify(filters),
              }}
              interval={() => intervalOf(search, INITIAL)}
              read={(period, signal) =>
                eachItem(ndx.listRecordUses, {
                  query: { network_id: networkId, ...filters, ...period },
                  signal,
                })
              }
              namesOf={(part) => readNames(part.flatMap(idsIn))}
              rowOf={({ records, ...use }, names) => ({
                ...use,
                records: records.map((one) => ({
                  ...one,
                  subject_name: names.get(one.record_id) ?? null,
                })),
              })}
            />
          )}
          <Loaded query={counted}>
            {(counts) => <MostUsed networkId={networkId} counts={counts} />}
          </Loaded>
          <DataTable
            label="Uses of records"
            rows={found}
            keyOf={({ query_event_id }) => query_event_id}
            minWidth={860}
            columns={[
              { header: 'Time', order, cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
              { header: 'Product', cell: ({ product_slug }) => inWords(product_slug) },
              { header: 'Records', cell: (use) => <Records networkId={networkId} {...use} /> },
              { header: 'Query', cell: ({ query_event_id }) => <Id value={query_event_id} /> },
            ]}
            empty={
              <Empty
                title={
                  isFiltered
                    ? 'No use of a record matches the filters'
                    : 'No query used or excluded a record of your institution'
                }
              >
                {uses.hasNextPage
                  ? 'None of the newest queries of the network did. Search older uses.'
                  : 'Select a longer period. Records are used when an institution queries their subject.'}
              </Empty>
            }
          />
        </Stack>
      )}
    </Listed>
  );
}

function idsIn({ records }: RecordUses): readonly string[] {
  return [...new Set(records.map(({ record_id }) => record_id))];
}

interface RecordsProps extends Pick<RecordUses, 'records'> {
  readonly networkId: string;
}

function Records({ networkId, records }: RecordsProps) {
  return (
    <Stack gap="xs">
      {records.map(({ record_id, model_name, field_name, code, explanation }) => (
        <div key={`${record_id} ${model_name} ${field_name ?? ''}`}>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {inWords(model_name)}
              {field_name !== null && ` · ${inWords(field_name)}`}
            </Text>
            <Badge color={code === 'chosen' ? 'teal' : 'orange'}>{inWords(code)}</Badge>
            <NamedRecord networkId={networkId} id={record_id} />
          </Group>
          <Text size="sm" c="dimmed">
            {explanation}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
