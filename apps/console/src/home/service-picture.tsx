import { Card, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ServiceFigures } from '@ndx/client';
import { useQueries } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { readQuery } from '../app/reads.js';
import { SERVICE_NAMES, type ServiceName } from '../operation/services.js';
import { DataTable } from '../parts/data-table.js';
import { Failure, Loading } from '../parts/loaded.js';
import { Panel } from '../parts/page.js';
import { TimeChart } from '../parts/time-chart.js';
import { Moment, NoValue } from '../parts/values.js';
import { backlogOf, latestOf, mostOf, type Backlog } from './backlog.js';

const REFRESH_MS = 60_000;

/** The lag and the backlog of each service over the last hours, as far as its process knows them. */
export function ServicePicture() {
  const { ndx } = useApi();
  const figures = useQueries({
    queries: SERVICE_NAMES.map((service) => ({
      ...readQuery(ndx, 'readServiceFigures', { path: { service } }),
      refetchInterval: REFRESH_MS,
    })),
  });
  if (figures.some(({ isPending }) => isPending)) return <Loading />;
  const known = figures.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const failed = figures.find(({ isError }) => isError);
  return (
    <Panel title="Lag and backlog of the last 6 hours">
      <Stack gap="lg">
        <Text size="sm" c="dimmed">
          Events that a service has not applied, not published, or parked, once a minute. Each
          service knows them since its process started, which may be less than six hours ago; of
          several replicas one answers.
        </Text>
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
          {known.map((one) => (
            <ServiceChart key={one.service} figures={one} />
          ))}
        </SimpleGrid>
        <FigureTable figures={known} />
        {failed && <Failure title="A service does not answer" error={failed.error} />}
      </Stack>
    </Panel>
  );
}

function ServiceChart({ figures }: { readonly figures: ServiceFigures }) {
  const backlog = backlogOf(figures);
  const most = mostOf(backlog);
  return (
    <Card withBorder padding="md" component="section" aria-label={`Backlog of ${figures.service}`}>
      <Text fw={600} size="sm">
        {figures.service}
      </Text>
      <TimeChart
        label={`Backlog of ${figures.service}: at most ${most.toLocaleString()} events since ${figures.since}`}
        points={backlog.map(({ at, total }) => ({ at, value: total }))}
      />
    </Card>
  );
}

interface FigureTableProps {
  readonly figures: readonly ServiceFigures[];
}

/** The numbers of the pictures. */
function FigureTable({ figures }: FigureTableProps) {
  const rows = figures.map((one) => ({ ...one, backlog: backlogOf(one) }));
  return (
    <DataTable
      label="Lag and backlog"
      rows={rows}
      keyOf={({ service }: { readonly service: ServiceName }) => service}
      minWidth={720}
      columns={[
        { header: 'Service', cell: ({ service }) => service },
        { header: 'Since the process started', cell: ({ since }) => <Moment at={since} /> },
        { header: 'Lag now', cell: ({ backlog }) => inEvents(latestOf(backlog)?.lag) },
        { header: 'Outbox now', cell: ({ backlog }) => inEvents(latestOf(backlog)?.outbox) },
        { header: 'Parked now', cell: ({ backlog }) => inEvents(latestOf(backlog)?.parked) },
        { header: 'Most at once', cell: ({ backlog }) => mostOf(backlog).toLocaleString() },
        { header: 'Not recorded', cell: ({ backlog }) => missingIn(backlog) },
      ]}
      empty={null}
    />
  );
}

function inEvents(count: number | null | undefined) {
  return count === null || count === undefined ? (
    <NoValue>unknown</NoValue>
  ) : (
    count.toLocaleString()
  );
}

/** The minutes without a figure. */
function missingIn(backlog: readonly Backlog[]): string {
  return backlog.filter(({ total }) => total === null).length.toLocaleString();
}
