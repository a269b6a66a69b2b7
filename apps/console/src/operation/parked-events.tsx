import { Badge, Stack, Text } from '@mantine/core';
import type { ParkedEvent, RedriveResult, ServiceStatus } from '@ndx/client';
import { useList } from '../app/reads.js';
import { DataTable, type Column } from '../parts/data-table.js';
import { Id, Moment } from '../parts/values.js';
import { Listed } from '../parts/listed.js';
import { plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { RedriveButton } from './redrive-button.js';

const COLUMNS: readonly Column<ParkedEvent>[] = [
  { header: 'Parked', cell: ({ parked_at }) => <Moment at={parked_at} /> },
  { header: 'Event', cell: ({ type }) => type },
  { header: 'Key', cell: ({ key }) => <Id value={key} /> },
  {
    header: 'Status',
    cell: ({ status }) =>
      status === 'failed' ? <Badge color="red">Failed</Badge> : <Badge color="gray">Waiting</Badge>,
  },
  {
    header: 'Error',
    cell: ({ error }) => (
      <Text size="sm" maw={420} style={{ overflowWrap: 'anywhere' }}>
        {error ?? 'An earlier event of the key is parked.'}
      </Text>
    ),
  },
  { header: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
];

interface ParkedEventsProps {
  readonly status: ServiceStatus;
  readonly onRedriven: (result: RedriveResult) => void;
}

/** The parked events of one service, oldest first. */
export function ParkedEvents({ status, onRedriven }: ParkedEventsProps) {
  const { service } = status;
  const { may } = useSession();
  const feed = useList('listParkedEvents', { path: { service } }, { limit: 50 });
  const mayRedrive = may('service:redrive');
  const action: Column<ParkedEvent> = {
    header: 'Action',
    isPinned: true,
    // The failed event blocks its key.
    cell: ({ key, status: state }) =>
      state === 'failed' && (
        <RedriveButton service={service} parkedKey={key} onRedriven={onRedriven} />
      ),
  };
  return (
    <Stack gap="sm" component="section" aria-label={`Parked events of ${service}`}>
      <Stack gap="xs" align="flex-start">
        <Text fw={600}>
          {service}: {plural(status.parked_events ?? 0, 'event')} of{' '}
          {plural(status.parked_keys ?? 0, 'key')}
        </Text>
        {mayRedrive && <RedriveButton service={service} onRedriven={onRedriven} />}
      </Stack>
      <Listed
        list={feed}
        noun={['event', 'events']}
        more="Load newer events"
        file={{ list: feed, name: `parked-events-of-${service}` }}
      >
        {(events) => (
          <DataTable
            label={`Parked events of ${service}`}
            columns={mayRedrive ? [...COLUMNS, action] : COLUMNS}
            rows={events}
            keyOf={({ event_id }) => event_id}
            minWidth={980}
            empty={null}
          />
        )}
      </Listed>
      <RejectedKeys status={status} />
    </Stack>
  );
}

/** Events that stay in the outbox of the service. */
function RejectedKeys({
  status: { service, rejected_keys: keys },
}: Pick<ParkedEventsProps, 'status'>) {
  if (keys === null || keys.length === 0) return null;
  return (
    <Stack gap="xs">
      <Text size="sm">
        The bus rejects the events of these keys. Raise the limit of the topic, then redrive all.
      </Text>
      <DataTable
        label={`Events of ${service} that the bus rejects`}
        rows={keys}
        keyOf={({ key }) => key}
        minWidth={760}
        empty={null}
        columns={[
          { header: 'Rejected', cell: ({ parked_at }) => <Moment at={parked_at} /> },
          { header: 'Event', cell: ({ type }) => type },
          { header: 'Key', cell: ({ key }) => <Id value={key} /> },
          { header: 'Error', cell: ({ error }) => error },
          { header: 'Bytes', align: 'right', cell: ({ bytes }) => bytes.toLocaleString() },
        ]}
      />
    </Stack>
  );
}
