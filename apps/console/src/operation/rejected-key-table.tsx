import { Stack, Text } from '@mantine/core';
import type { RejectedKey } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import { Id } from '../parts/id.js';
import { Moment } from '../parts/moment.js';

interface RejectedKeyTableProps {
  readonly service: string;
  readonly keys: readonly RejectedKey[];
}

/** Events that stay in the outbox of the service. */
export function RejectedKeyTable({ service, keys }: RejectedKeyTableProps) {
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
