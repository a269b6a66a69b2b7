import { Badge, Group } from '@mantine/core';
import { DataTable, Empty } from '../parts/data-table.js';
import { Id, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';

export function NetworkList() {
  const { networks } = useSession();
  return (
    <DataTable
      label="Networks"
      rows={networks}
      keyOf={({ network_id }) => network_id}
      minWidth={560}
      columns={[
        { header: 'Network', cell: ({ name }) => name },
        {
          header: 'Your roles',
          cell: ({ roles }) => (
            <Group gap={4}>
              {roles.map((role) => (
                <Badge key={role}>{inWords(role)}</Badge>
              ))}
            </Group>
          ),
        },
        { header: 'Id', cell: ({ network_id }) => <Id value={network_id} /> },
        { header: 'Created', cell: ({ created_at }) => <Moment at={created_at} /> },
      ]}
      empty={
        <Empty title="Your institution is not a member of any network">
          A governor of a network admits institutions.
        </Empty>
      }
    />
  );
}
