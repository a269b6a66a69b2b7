import { Card, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useRead } from '../app/reads.js';
import { InNetwork } from '../layout/in-network.js';
import { AuditEntries } from '../parts/audit-entries.js';
import { useSession } from '../session/session.js';
import { BackLink } from '../parts/back-link.js';
import { Page, Panel, TextLink } from '../parts/page.js';
import { Timeline } from '../timeline/timeline.js';
import { timelineOfConsent } from '../timeline/timelines.js';
import { Facts, Id, Moment, StatusBadge } from '../parts/values.js';
import { Loaded } from '../parts/loaded.js';
import { ConsentActions } from './consent-actions.js';
import { ConsentHistory } from './consent-history.js';
import { ConsentLife } from './consent-life.js';
import { CONSENTS, requestOf, type Consent, type ConsentRef } from './consents.js';
import { fieldsInWords, scopeInWords } from './consent-words.js';
import { GrantButton } from './grant-button.js';
import { GrantTable } from './grant-table.js';
import { NextQuery } from './next-query.js';
import { subjectKindOf } from './subject-kind.js';
import { SubjectLink } from './subject-link.js';

const route = getRouteApi('/subjects/$kind/$subjectId/consents/$consentId');

/** One consent with its grants, its history, its audit entries, its receipt and its end. */
export function ConsentPage() {
  return <InNetwork>{(network) => <LoadedConsent network={network} />}</InNetwork>;
}

function LoadedConsent({ network }: { readonly network: Network }) {
  const { name, network_id: networkId } = network;
  const session = useSession();
  const { kind: kindText, subjectId, consentId } = route.useParams();
  const kind = subjectKindOf(kindText);
  const ref = { operations: CONSENTS[kind], consentId, networkId };
  const timeline = timelineOfConsent(session, ref);
  const consent = useRead(ref.operations.read, requestOf(ref));
  return (
    <Page
      back={
        <BackLink
          to="/subjects/$kind/$subjectId"
          params={{ kind, subjectId }}
          label="All consents of the subject"
        />
      }
      title={`Consent of a ${kind}`}
      actions={consent.data && <ConsentActions consent={consent.data} {...ref} />}
    >
      <Loaded query={consent}>
        {(found) => (
          <Stack gap="xl">
            <Card withBorder padding="lg">
              <ConsentFacts
                consent={found}
                networkName={name}
                subject={<SubjectLink {...{ networkId, kind }} id={subjectId} />}
              />
            </Card>
            <NextQuery consent={found} networkId={networkId} />
            <Panel title="Grants of access" actions={<GrantButton consent={found} {...ref} />}>
              <GrantTable consent={found} {...ref} />
            </Panel>
            <ConsentLife consent={found} sources={timeline.sources} />
            <Timeline network={network} {...timeline} />
            <Panel title="History">
              <ConsentHistory {...ref} />
            </Panel>
            <Panel title="Audit log">
              <ConsentAudit {...ref} />
            </Panel>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** The entries of the audit log about a consent, verified by the server at each request. */
function ConsentAudit(consent: ConsentRef) {
  const entries = useRead(consent.operations.auditEntries, requestOf(consent));
  return (
    <Loaded query={entries}>
      {({ audit_entries: found }) => <AuditEntries entries={found} />}
    </Loaded>
  );
}

interface ConsentFactsProps {
  readonly consent: Consent;
  readonly networkName: string;
  readonly subject: ReactNode;
}

function ConsentFacts({ consent, networkName, subject }: ConsentFactsProps) {
  const { may } = useSession();
  const { revoked_at: revokedAt } = consent;
  return (
    <Facts
      facts={[
        ['Status', <StatusBadge status={consent.status} />],
        ['Subject', subject],
        ['Recorded', <Moment at={consent.created_at} />],
        revokedAt === null
          ? ['Expires', <Moment at={consent.expires_at} />]
          : ['Revoked', <Moment at={revokedAt} />],
        ['Products', scopeInWords(consent.scope)],
        ['Fields', fieldsInWords(consent.consented_fields)],
        ['Network', consent.network_id === null ? 'Every network of the querier' : networkName],
        ['Consent id', <Id value={consent.consent_id} />],
        [
          'Used by',
          may('billing:read') ? (
            <TextLink to="/queries" search={{ consent_id: consent.consent_id, period: '30d' }}>
              Queries of the last 30 days
            </TextLink>
          ) : null,
        ],
      ]}
    />
  );
}
