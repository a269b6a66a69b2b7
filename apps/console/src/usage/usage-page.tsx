import { Button, Card, SimpleGrid, Stack, Text } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { allQuery } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { useNetwork } from '../layout/use-network.js';
import { AddressSegments, AddressSelect } from '../parts/address-filter.js';
import { Empty } from '../parts/data-table.js';
import { Loaded } from '../parts/loaded.js';
import { Page, Panel } from '../parts/page.js';
import { dayOf } from '../parts/periods.js';
import { saveFile } from '../parts/save-file.js';
import { plural } from '../parts/words.js';
import { LineQueries } from './line-queries.js';
import { OutcomeChart } from './outcome-chart.js';
import { OutcomeTable } from './outcome-table.js';
import { ReasonTable } from './reason-table.js';
import { csvOf, linesOf, type StatementLine } from './statement.js';
import { StatementTable } from './statement-table.js';
import { UsageChart } from './usage-chart.js';
import { USAGE_PERIODS, windowOf, type Usage } from './usage-search.js';
import { UsageTable } from './usage-table.js';

const route = getRouteApi('/usage');

/** What a statement counts: the queries per product and day, and the quantity of each line. */
export function UsagePage() {
  const network = useNetwork();
  const { period = '7d' } = route.useSearch();
  const isGovernor = network?.roles.includes('governor') === true;
  return (
    <Page
      title="Usage"
      about={
        isGovernor
          ? 'The queries of every institution in the network. Days and months are in UTC, as in statements.'
          : 'The queries of your institution in the network. Days and months are in UTC, as in statements.'
      }
      actions={
        <AddressSelect name="period" label="Period" value={period} options={USAGE_PERIODS} />
      }
    >
      <InNetwork>{(selected) => <NetworkUsage network={selected} />}</InNetwork>
    </Page>
  );
}

function NetworkUsage({ network }: { readonly network: Network }) {
  const { period = '7d' } = route.useSearch();
  const { ndx } = useApi();
  const [now] = useState(() => new Date());
  const window = windowOf(period, now);
  const networkId = network.network_id;
  const query = { network_id: networkId, from: dayOf(window.from), to: dayOf(window.to) };
  const counts = useQuery(allQuery(ndx, 'listDailyQueryCounts', { query }));
  return (
    <Loaded query={counts}>
      {(found) => <UsageDetails usage={{ window, counts: found }} networkId={networkId} />}
    </Loaded>
  );
}

function UsageDetails({ usage, networkId }: { usage: Usage; networkId: string }) {
  const { days, line: selected } = route.useSearch();
  const lines = linesOf(usage.counts);
  const line = lines.find(({ id }) => id === selected);
  if (lines.length === 0) {
    return (
      <Empty title="No queries">
        Nobody queried the network in this period. Select another period.
      </Empty>
    );
  }
  return (
    <Stack gap="xl">
      <Panel title="Queries per product and day" actions={<DaysSelect />}>
        {days === 'table' ? (
          <UsageTable usage={usage} />
        ) : (
          <Card withBorder padding="md">
            <UsageChart usage={usage} />
          </Card>
        )}
      </Panel>
      <Panel title="Why there was no result">
        <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
          <Card withBorder padding="md">
            <OutcomeChart usage={usage} />
          </Card>
          <Stack gap="md">
            <ReasonTable usage={usage} />
            <OutcomeTable usage={usage} />
          </Stack>
        </SimpleGrid>
      </Panel>
      <Panel title="Statement" actions={<SaveButton usage={usage} />}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {inTotal(lines)} Prices are in the billing system. Select a product to list the queries
            of its line.
          </Text>
          <StatementTable lines={lines} networkId={networkId} selected={line?.id} />
        </Stack>
      </Panel>
      {line && <LineQueries line={line} networkId={networkId} window={usage.window} />}
    </Stack>
  );
}

/** The counts of each day, for a spreadsheet or another system. */
function SaveButton({ usage: { window, counts } }: { readonly usage: Usage }) {
  const name = `queries-from-${dayOf(window.from)}-to-${dayOf(window.to)}.csv`;
  return (
    <Button size="xs" variant="default" onClick={() => saveFile(name, 'text/csv', csvOf(counts))}>
      Save as CSV
    </Button>
  );
}

function inTotal(lines: readonly StatementLine[]): string {
  const sum = (some: readonly StatementLine[]) =>
    some.reduce((total, { quantity }) => total + quantity, 0);
  const billed = sum(lines.filter(({ billable }) => billable));
  return `${plural(sum(lines), 'query', 'queries')} in this period, of which ${billed.toLocaleString()} are billed.`;
}

const FORMS = { all: 'Chart', table: 'Table' };

function DaysSelect() {
  const { days = 'all' } = route.useSearch();
  return <AddressSegments name="days" label="Form of the days" value={days} options={FORMS} />;
}
