import { Alert, Code, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Id } from '../parts/values.js';
import { TextLink } from '../parts/page.js';

/** The answer of the client; a 204 has no data. */
export interface LiveAnswer {
  readonly status: number;
  readonly data: unknown;
  readonly requestId?: string | undefined;
  readonly queryEventId?: string | undefined;
}

/** The answer of the network to a request of the tour. */
export function TourAnswer({ answer }: { readonly answer: LiveAnswer }) {
  const { status, data, requestId, queryEventId } = answer;
  return (
    <Alert
      role="status"
      color={status === 204 ? 'orange' : 'teal'}
      icon={<IconCircleCheck aria-hidden />}
      title={status === 204 ? '204: no result that satisfies the policy' : `${status}: accepted`}
    >
      <Stack gap="xs">
        {requestId !== undefined && (
          <Group gap={6}>
            <Text size="sm">Request id</Text>
            <Id value={requestId} />
          </Group>
        )}
        {queryEventId !== undefined && (
          <Group gap={6}>
            <Text size="sm">X-Ref-Id</Text>
            <Id value={queryEventId} />
            <TextLink to="/queries/$queryEventId" params={{ queryEventId }}>
              Why this answer
            </TextLink>
          </Group>
        )}
        {data !== undefined && (
          <Code block mah={280} tabIndex={0} role="group" aria-label="Response">
            {JSON.stringify(data, null, 2)}
          </Code>
        )}
      </Stack>
    </Alert>
  );
}
