import { Alert, Badge, Card, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import type { ServiceStatus } from '@ndx/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { Facts, Moment } from '../parts/values.js';
import { Failure } from '../parts/loaded.js';
import { TextLink } from '../parts/page.js';
import { plural } from '../parts/words.js';
import { SERVICES, type ServiceName } from './services.js';

interface ServiceState {
  readonly name: ServiceName;
  readonly query: UseQueryResult<ServiceStatus>;
}

/** The state of one service. */
export function ServiceCard({ name, query }: ServiceState) {
  return (
    <Card withBorder padding="lg" component="section" aria-label={name}>
      <Group justify="space-between" align="flex-start" wrap="nowrap" mb="sm">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="xs" c="dimmed">
            {SERVICES[name]}
          </Text>
        </div>
        <StateBadge query={query} />
      </Group>
      {query.isPending && <Skeleton h={72} role="status" aria-label="Loading" />}
      {query.isError && (
        <Stack gap="xs">
          <Failure title="No answer" error={query.error} retry={() => query.refetch()} />
          {query.dataUpdatedAt > 0 && (
            <Text size="sm">
              Last answer: <Moment at={new Date(query.dataUpdatedAt).toISOString()} />
            </Text>
          )}
        </Stack>
      )}
      {query.isSuccess && <Figures status={query.data} />}
      <TextLink to="/services/logs" search={{ service: name }} mt="sm">
        Warnings and errors
      </TextLink>
    </Card>
  );
}

function StateBadge({ query }: Pick<ServiceState, 'query'>) {
  if (query.isPending) return null;
  if (query.isError) return <Badge color="red">Not reachable</Badge>;
  const { status, warnings } = query.data;
  if (status === 'unavailable') return <Badge color="red">Unavailable</Badge>;
  if (warnings.length > 0) return <Badge color="orange">Healthy, with warnings</Badge>;
  return <Badge color="teal">Healthy</Badge>;
}

function Figures({ status }: { readonly status: ServiceStatus }) {
  const { problems, warnings, outbox_events: waiting, outbox_age_seconds: age } = status;
  return (
    <Stack gap="sm">
      <Messages color="red" title="Why it accepts no requests" messages={problems} />
      <Messages color="orange" title="Warnings" messages={warnings} />
      <Facts
        cols={3}
        facts={[
          ['Consumer lag', counted(status.consumer_lag, 'event')],
          ['Outbox', `${counted(waiting, 'event')}${isOld(age) ? `, ${ageInWords(age)} old` : ''}`],
          ['Parked', counted(status.parked_events, 'event')],
        ]}
      />
    </Stack>
  );
}

interface MessagesProps {
  readonly color: string;
  readonly title: string;
  readonly messages: readonly string[];
}

function Messages({ color, title, messages }: MessagesProps) {
  if (messages.length === 0) return null;
  return (
    <Alert color={color} title={title} p="sm">
      <List size="sm">
        {messages.map((message) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function counted(count: number | null, unit: string): string {
  return count === null ? 'unknown' : plural(count, unit);
}

function isOld(seconds: number | null): seconds is number {
  return seconds !== null && seconds >= 1;
}

const MINUTE_S = 60;
const HOUR_S = 3_600;

function ageInWords(seconds: number): string {
  if (seconds < 2 * MINUTE_S) return plural(Math.floor(seconds), 'second');
  if (seconds < 2 * HOUR_S) return plural(Math.floor(seconds / MINUTE_S), 'minute');
  return plural(Math.floor(seconds / HOUR_S), 'hour');
}
