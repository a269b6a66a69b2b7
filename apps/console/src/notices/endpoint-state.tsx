import { Group, Text } from '@mantine/core';
import type { NoticeEndpoint } from '@ndx/client';
import { StatusBadge } from '../parts/values.js';

/** Whether an endpoint gets notices, and who disabled it if it was not the institution. */
export function EndpointState({
  endpoint: { state, disabled_by },
}: {
  readonly endpoint: NoticeEndpoint;
}) {
  return (
    <Group gap={6}>
      <StatusBadge status={state} />
      {disabled_by === 'receiver' && <Text size="sm">by its receiver, which answered 410</Text>}
    </Group>
  );
}
