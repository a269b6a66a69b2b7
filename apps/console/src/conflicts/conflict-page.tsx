import { Card, Group, SimpleGrid } from '@mantine/core';
import type { IdentityConflict } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { InGovernedNetwork } from '../layout/in-governed-network.js';
import { BackLink } from '../parts/back-link.js';
import { Page, Panel, TextLink } from '../parts/page.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { LoadedPage } from '../parts/loaded.js';
import { useNames } from '../parts/names.js';
import { Notice } from '../parts/notice.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { MergeButton } from './merge-button.js';
import { SeparateButton } from './separate-button.js';
import { SubjectCard } from './subject-card.js';

const route = getRouteApi('/identity-conflicts/$conflictId');

const BACK = <BackLink to="/identity-conflicts" label="All identity conflicts" />;

/** What institutions stated about the subjects of a conflict, side by side, and the decision. */
export function ConflictPage() {
  return (
    <InGovernedNetwork>
      {({ network_id }) => <LoadedConflict networkId={network_id} />}
    </InGovernedNetwork>
  );
}

function LoadedConflict({ networkId }: { readonly networkId: string }) {
  const { conflictId } = route.useParams();
  const path = { network_id: networkId, conflict_id: conflictId };
  const conflict = useRead('readIdentityConflict', { path });
  return (
    <LoadedPage query={conflict} title="Identity conflict" back={BACK}>
      {(found) => <Conflict conflict={found} />}
    </LoadedPage>
  );
}

function whyOpened({ kind, subject_type: type }: IdentityConflict): string {
  if (kind === 'name_differs')
    return 'An institution stated another legal name of a known registration.';
  if (kind === 'ein_differs')
    return 'An institution stated another EIN of a known registration. The business keeps the EIN that was stated first.';
  return type === 'consumer'
    ? 'An institution stated the SSN of a known consumer with another date of birth.'
    : 'An institution stated the EIN of a known business with another legal name, or the registration of one business with the EIN of another.';
}

function Conflict({ conflict }: { readonly conflict: IdentityConflict }) {
  const { conflict_id: id, network_id: networkId, subject_type: kind, subjects } = conflict;
  const nameOf = useNames([networkId]);
  const { may } = useSession();
  const isOpen = conflict.status === 'open';
  return (
    <Page
      back={BACK}
      title={`Identity conflict of ${kind === 'consumer' ? 'consumers' : 'businesses'}`}
      about={whyOpened(conflict)}
      actions={
        isOpen && (
          <Group gap="xs">
            {conflict.kind === 'shared_identifier' ? (
              <>
                <KeepApartButton conflict={conflict} />
                <MergeButton conflict={conflict} />
              </>
            ) : (
              <>
                <SeparateButton conflict={conflict} nameOf={nameOf} />
                <ConfirmBusinessButton conflict={conflict} />
              </>
            )}
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

/** Decides that the statements are about one business. */
function ConfirmBusinessButton({ conflict }: { readonly conflict: IdentityConflict }) {
  const { ndx } = useApi();
  const { network_id, conflict_id } = conflict;
  return (
    <ConfirmButton
      label="Confirm one business"
      question="Are the statements about one business?"
      act={() => ndx.confirmIdentity({ path: { network_id, conflict_id } })}
    >
      The business keeps its names, EIN, records and consents. The decision is final. The audit log
      records it.
    </ConfirmButton>
  );
}

/** Decides that the subjects are different. */
function KeepApartButton({ conflict }: { readonly conflict: IdentityConflict }) {
  const { ndx } = useApi();
  const { network_id, conflict_id } = conflict;
  return (
    <ConfirmButton
      label="Keep apart"
      question="Keep the subjects apart?"
      variant="default"
      act={() => ndx.keepIdentitiesApart({ path: { network_id, conflict_id } })}
    >
      The subjects remain different, each with its own records and consents. The decision is final.
      The audit log records it.
    </ConfirmButton>
  );
}

function Outcome({ conflict }: { readonly conflict: IdentityConflict }) {
  const { status, into_subject_id: into, subjects } = conflict;
  const remaining = subjects.find(({ subject_id }) => subject_id === into);
  if (status === 'open') {
    return (
      <Notice role="note" color="orange" title="Open">
        Compare the statements below and decide. Ask the institutions that made them if you are in
        doubt: a merge cannot be undone. The shared identifier is not shown.
      </Notice>
    );
  }
  return (
    <Notice role="status" color="teal" title={inWords(status)}>
      {status === 'merged' &&
        `The records and consents of both subjects belong to ${remaining?.identifier ?? 'one subject'}. The other id refers to the same subject.`}
      {status === 'kept_apart' &&
        'The subjects are different. Each has its own records and consents.'}
      {status === 'separated' &&
        'The statements are about two businesses. Each has its own records and consents.'}
      {status === 'confirmed' && 'The statements are about one business.'}
    </Notice>
  );
}

function AuditLink({ conflictId }: { readonly conflictId: string }) {
  return (
    <TextLink to="/audit-log" search={{ service: 'entity', subject: conflictId }}>
      Audit log entries
    </TextLink>
  );
}
