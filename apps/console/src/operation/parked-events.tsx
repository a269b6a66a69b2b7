import { Stack, Text } from '@mantine/core';
import type { ParkedEvent, RedriveResult, ServiceStatus } from '@ndx/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { LoadMore } from '../parts/load-more.js';
import { Loaded } from '../parts/loaded.js';
import { plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { ParkedEventTable } from './parked-event-table.js';
import { RedriveButton } from './redrive-button.js';
import { RejectedKeyTable } from './rejected-key-table.js';
import type { ServiceName } from './services.js';

const PAGE_SIZE = 50;

interface ParkedEventsProps {
  readonly status: ServiceStatus;
  readonly onRedriven: (result: RedriveResult) => void;
}

/** The parked events of one service, oldest first. */
export function ParkedEvents({ status, onRedriven }: ParkedEventsProps) {
  const { service, rejected_keys: rejected } = status;
  const { may } = useSession();
  const feed = useParkedEvents(service);
  const redrive = may('service:redrive')
    ? (event: ParkedEvent) => (
        <RedriveButton service={service} parkedKey={event.key} onRedriven={onRedriven} />
      )
    : undefined;
  return (
    <Stack gap="sm" component="section" aria-label={`Parked events of ${service}`}>
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>
          {service}: {plural(status.parked_events ?? 0, 'event')} of{' '}
          {plural(status.parked_keys ?? 0, 'key')}
        </Text>
        {redrive && <RedriveButton service={service} onRedriven={onRedriven} />}
      </Stack>
      <Loaded query={feed}>
        {({ pages }) => (
          <ParkedEventTable
            service={service}
            events={pages.flatMap(({ data }) => data)}
            action={redrive}
          />
        )}
      </Loaded>
      <LoadMore label="Load newer events" list={feed} />
      {rejected !== null && rejected.length > 0 && (
        <RejectedKeyTable service={service} keys={rejected} />
      )}
    </Stack>
  );
}

function useParkedEvents(service: ServiceName) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['parked-events', service],
    queryFn: async ({ pageParam, signal }) => {
      const { data } = await ndx.listParkedEvents({
        path: { service },
        query: { limit: PAGE_SIZE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      });
      return data;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, next_cursor }) =>
      data.length < PAGE_SIZE ? undefined : next_cursor,
  });
}
