import { Badge, Card, Group, SimpleGrid, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useId } from 'react';
import { NameNetwork } from '../layout/network-of-address.js';
import { useNetwork } from '../layout/use-network.js';
import { usePermittedSections } from '../layout/use-permitted-sections.js';
import type { View, ViewSection } from '../layout/views.js';
import { Empty } from '../parts/data-table.js';
import { Loading } from '../parts/loaded.js';
import { Page } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { ViewFigure } from './figures.js';
import { NetworkList } from './network-list.js';
import { SandboxClock } from './sandbox-clock.js';
import { OUTCOMES_NETWORK, SandboxOutcomes } from './sandbox-outcomes.js';
import classes from './task-card.module.css';

/** Loaded after the first page is shown: the charts are the largest part of it. */
const QueryPicture = lazy(async () => {
  const { QueryPicture: component } = await import('./query-picture.js');
  return { default: component };
});

const ServicePicture = lazy(async () => {
  const { ServicePicture: component } = await import('./service-picture.js');
  return { default: component };
});

/** What the account may do, each with its view and what waits there. */
export function HomePage() {
  const { caller, networks, may } = useSession();
  const network = useNetwork();
  const sections = usePermittedSections();
  const outcomes =
    caller.environment === 'sandbox'
      ? networks.find(({ name, roles }) => name === OUTCOMES_NETWORK && roles.includes('querier'))
      : undefined;
  return (
    <Page
      title={caller.institution_name}
      about="The tasks that your account has the permissions for, and your networks."
    >
      <NameNetwork />
      <Stack gap="xl">
        {network && may('billing:read') && (
          <Suspense fallback={<Loading />}>
            <QueryPicture network={network} />
          </Suspense>
        )}
        {may('service:read') && (
          <Suspense fallback={<Loading />}>
            <ServicePicture />
          </Suspense>
        )}
        <Tasks sections={sections} />
        {caller.environment === 'sandbox' && may('clock:write') && <SandboxClock />}
        {outcomes && may('consent:write') && may('entity:search') && (
          <SandboxOutcomes network={outcomes} />
        )}
        <section aria-labelledby="networks">
          <Title order={2} size="h4" mb="sm" id="networks">
            Networks <Badge color="gray">{networks.length}</Badge>
          </Title>
          <NetworkList />
        </section>
      </Stack>
    </Page>
  );
}

function Tasks({ sections }: { readonly sections: readonly ViewSection[] }) {
  if (sections.length === 0) {
    return (
      <Empty title="Your account has no task in the console" art="done">
        Each task needs a permission, which the identity provider of your institution grants.
      </Empty>
    );
  }
  return sections.map(({ label, views }) => (
    <section key={label} aria-label={label}>
      <Title order={2} size="h4" mb="sm">
        {label}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3, xl: 4 }} spacing="sm">
        {views.map((view) => (
          <TaskCard key={view.path} {...view} />
        ))}
      </SimpleGrid>
    </section>
  ));
}

function TaskCard({ path, label, task, icon: Icon }: View) {
  const id = useId();
  return (
    <Card withBorder padding="md" className={classes['card']} role="group" aria-labelledby={id}>
      <Group gap="xs" mb={4} wrap="nowrap">
        <ThemeIcon variant="light" size="sm">
          <Icon size={15} stroke={1.7} aria-hidden />
        </ThemeIcon>
        <Text
          fw={600}
          id={id}
          className={classes['view']}
          renderRoot={(props) => <Link to={path} {...props} />}
        >
          {label}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        {task}
      </Text>
      <Group gap={6} mt="xs" className={classes['figures']}>
        <ViewFigure path={path} />
      </Group>
    </Card>
  );
}
