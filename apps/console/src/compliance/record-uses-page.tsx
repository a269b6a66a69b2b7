import { Badge, Group, Stack, Text } from '@mantine/core';
import { eachItem, type Network, type RecordUses } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { InNetwork } from '../layout/in-network.js';
import { DataTable } from '../parts/data-table.js';
import { Empty } from '../parts/empty.js';
import { Id } from '../parts/id.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { PeriodSelect } from '../parts/period-select.js';
import { startOf } from '../parts/periods.js';
import { inWords } from '../parts/words.js';

const route = getRouteApi('/record-uses');

/** Which queries used the records of the institution, and which policies excluded them. */
export function RecordUsesPage() {
  const { period = '24h' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page
      title="Uses of records"
      about="Each query that used a record of your institution, and each policy that excluded one. The querying institution and the subject are not shown."
      actions={
        <PeriodSelect
          value={period}
          onChange={(value) => navigate({ search: (search) => ({ ...search, period: value }) })}
        />
      }
    >
      <InNetwork>
        {(network) =>
          network.roles.includes('furnisher') ? (
            <UseList network={network} />
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

function UseList({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { ndx } = useApi();
  const { period = '24h' } = route.useSearch();
  const uses = useQuery({
    queryKey: ['record-uses', networkId, period],
    queryFn: () =>
      Array.fromAsync(
        eachItem(ndx.listRecordUses, { query: { network_id: networkId, from: startOf(period) } }),
      ),
  });
  return (
    <Loaded query={uses}>
      {(found) => (
        <DataTable
          label="Uses of records"
          rows={found.toReversed()}
          keyOf={({ query_event_id }) => query_event_id}
          minWidth={860}
          columns={[
            { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
            { header: 'Product', cell: ({ product_slug }) => inWords(product_slug) },
            { header: 'Records', cell: ({ records }) => <Records records={records} /> },
            { header: 'Query', cell: ({ query_event_id }) => <Id value={query_event_id} /> },
          ]}
          empty={
            <Empty title="No query used or excluded a record of your institution">
              Select a longer period. Records are used when an institution queries their subject.
            </Empty>
          }
        />
      )}
    </Loaded>
  );
}

function Records({ records }: { readonly records: RecordUses['records'] }) {
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
            <Id value={record_id} />
          </Group>
          <Text size="sm" c="dimmed">
            {explanation}
          </Text>
        </div>
      ))}
    </Stack>
  );
}
