import { Button, SimpleGrid, Stack } from '@mantine/core';
import type { RedriveResult } from '@ndx/client';
import { IconExternalLink } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { Empty } from '../parts/data-table.js';
import { Page, Panel } from '../parts/page.js';
import { ParkedEvents } from './parked-events.js';
import { RedriveOutcome } from './redrive-button.js';
import { ServiceCard } from './service-card.js';
import { SERVICE_NAMES } from './services.js';
import { REFRESH_MS, statusQuery } from './status-query.js';

/** The state of each service, and its parked events. */
export function ServicesPage() {
  const { ndx } = useApi();
  // Each service reports its own state, so a service that is down fails only its own query.
  const states = useQueries({
    queries: SERVICE_NAMES.map((service) => ({
      ...statusQuery(ndx, service),
      refetchInterval: REFRESH_MS,
    })),
  });
  const [result, setResult] = useState<RedriveResult>();
  const parked = states.flatMap(({ data }) => (data && hasParked(data) ? [data] : []));
  const isKnown = states.every(({ isSuccess }) => isSuccess);
  return (
    <Page
      title="Services"
      about="The state of each service, refreshed every four seconds, and the events that could not be applied."
      actions={<DashboardLink />}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }}>
        {SERVICE_NAMES.map((name, index) => {
          const query = states[index];
          return query && <ServiceCard key={name} name={name} query={query} />;
        })}
      </SimpleGrid>
      <Panel title="Parked events">
        <Stack gap="xl">
          {result && <RedriveOutcome result={result} />}
          {parked.map((status) => (
            <ParkedEvents key={status.service} status={status} onRedriven={setResult} />
          ))}
          {parked.length === 0 && isKnown && (
            <Empty title="No parked events" art="done">
              Every event that a service read was applied.
            </Empty>
          )}
        </Stack>
      </Panel>
    </Page>
  );
}

function hasParked(status: { parked_events: number | null; rejected_keys: unknown[] | null }) {
  return (status.parked_events ?? 0) > 0 || (status.rejected_keys ?? []).length > 0;
}

/** Metrics over time are in the dashboard of the deployment, if its address is configured. */
function DashboardLink() {
  const { dashboardUrl } = useApi();
  if (dashboardUrl === undefined) return null;
  return (
    <Button
      component="a"
      href={dashboardUrl}
      target="_blank"
      rel="noreferrer"
      variant="default"
      rightSection={<IconExternalLink size={16} aria-hidden />}
    >
      Metrics dashboard
    </Button>
  );
}
