import { Alert, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { IdentityConflict, Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import { useApi } from '../app/api.js';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { BackLink } from '../parts/back-link.js';
import { Facts } from '../parts/facts.js';
import { Id } from '../parts/id.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { useNames } from '../parts/names.js';
import { Page } from '../parts/page.js';
import { Panel } from '../parts/panel.js';
import { StatusBadge } from '../parts/status-badge.js';
import { TextLink } from '../parts/text-link.js';
import { useSession } from '../session/session.js';
import { KeepApartButton } from './keep-apart-button.js';
import { MergeButton } from './merge-button.js';
import { SubjectCard } from './subject-card.js';

const route = getRouteApi('/identity-conflicts/$conflictId');

/** What institutions stated about the subjects of a conflict, side by side, and the decision. */
export function ConflictPage() {
  return (
    <Stack gap="xs">
      <BackLink to="/identity-conflicts" label="All identity conflicts" />
      <InGovernedNetwork>{(network) => <LoadedConflict network={network} />}</InGovernedNetwork>
    </Stack>
  );
}

function LoadedConflict({ network: { network_id: networkId } }: { readonly network: Network }) {
  const { ndx } = useApi();
  const { conflictId } = route.useParams();
  const path = { network_id: networkId, conflict_id: conflictId };
  const conflict = useQuery({
    queryKey: ['identity-conflict', networkId, conflictId],
    queryFn: async () => (await ndx.readIdentityConflict({ path })).data,
  });
  if (conflict.isSuccess) return <Conflict conflict={conflict.data} />;
  return (
    <Page title="Identity conflict">
      <Loaded query={conflict}>{() => null}</Loaded>
    </Page>
  );
}

const WHY_OPENED = {
  consumer:
    'An institution stated the SSN of a known consumer with another date of birth and another last name.',
  business: 'An institution stated the registration of one business with the EIN of another.',
} as const;

function Conflict({ conflict }: { readonly conflict: IdentityConflict }) {
  const { conflict_id: id, network_id: networkId, subject_type: kind, subjects } = conflict;
  const nameOf = useNames([networkId]);
  const { may } = useSession();
  const isOpen = conflict.status === 'open';
  return (
    <Page
      title={`Identity conflict of ${kind === 'consumer' ? 'consumers' : 'businesses'}`}
      about={WHY_OPENED[kind]}
      actions={
        isOpen && (
          <Group gap="xs">
            <KeepApartButton conflict={conflict} />
            <MergeButton conflict={conflict} />
          </Group>
        )
      }
    >
      <Outcome conflict={conflict} />
      <Card withBorder padding="lg">
        <Facts
          facts={[
            ['Status', <StatusBadge status={conflict.status} />],
            ['Opened', <Moment at={conflict.opened_at} />],
            [
              'Resolved',
              conflict.resolved_at === null ? null : <Moment at={conflict.resolved_at} />,
            ],
            ['Id', <Id value={id} />],
            ['Who changed it', may('audit:read') ? <AuditLink conflictId={id} /> : null],
          ]}
        />
      </Card>
      <Panel title="What institutions stated">
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          {subjects.map((subject, index) => (
            <SubjectCard
              key={subject.subject_id}
              conflict={conflict}
              subject={subject}
              openedConflict={index === 0}
              nameOf={nameOf}
            />
          ))}
        </SimpleGrid>
      </Panel>
    </Page>
  );
}

function Outcome({ conflict }: { readonly conflict: IdentityConflict }) {
  const { status, into_subject_id: into, subjects } = conflict;
  const remaining = subjects.find(({ subject_id }) => subject_id === into);
  if (status === 'open') {
    return (
      <Alert role="note" color="orange" title="Open" icon={<IconInfoCircle aria-hidden />}>
        <Text size="sm">
          Compare the statements below and decide. Ask the institutions that made them if you are in
          doubt: a merge cannot be undone. The shared identifier is not shown.
        </Text>
      </Alert>
    );
  }
  return (
    <Alert
      role="status"
      color="teal"
      title={status === 'merged' ? 'Merged' : 'Kept apart'}
      icon={<IconCircleCheck aria-hidden />}
    >
      <Text size="sm">
        {status === 'merged'
          ? `The records and consents of both subjects belong to ${remaining?.identifier ?? 'one subject'}. The other id refers to the same subject.`
          : 'The subjects are different. Each has its own records and consents.'}
      </Text>
    </Alert>
  );
}

function AuditLink({ conflictId }: { readonly conflictId: string }) {
  return (
    <TextLink to="/audit-log" search={{ service: 'entity', subject: conflictId }}>
      Audit log entries
    </TextLink>
  );
}
