import { Card, Stack } from '@mantine/core';
import type { Network } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { InNetwork } from '../layout/in-network.js';
import { BackLink } from '../parts/back-link.js';
import { Facts } from '../parts/facts.js';
import { Id } from '../parts/id.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { Page } from '../parts/page.js';
import { Panel } from '../parts/panel.js';
import { StatusBadge } from '../parts/status-badge.js';
import { ConsentAudit } from './consent-audit.js';
import { ConsentActions } from './consent-actions.js';
import { ConsentHistory } from './consent-history.js';
import { consentsOf, type Consent } from './consents.js';
import { fieldsInWords, scopeInWords } from './consent-words.js';
import { GrantTable } from './grant-table.js';
import { subjectKindOf } from './subject-kind.js';

const route = getRouteApi('/subjects/$kind/$subjectId/consents/$consentId');

/** One consent with its grants, its history, its audit entries, its receipt and its end. */
export function ConsentPage() {
  const { kind, subjectId } = route.useParams();
  return (
    <Stack gap="xs">
      <BackLink
        to="/subjects/$kind/$subjectId"
        params={{ kind, subjectId }}
        label="All consents of the subject"
      />
      <InNetwork>{(network) => <LoadedConsent network={network} />}</InNetwork>
    </Stack>
  );
}

function LoadedConsent({ network }: { readonly network: Network }) {
  const { kind: kindText, consentId } = route.useParams();
  const { ndx } = useApi();
  const kind = subjectKindOf(kindText);
  const operations = consentsOf(ndx, kind, network.network_id);
  const consent = useQuery({
    queryKey: ['consent', consentId, network.network_id],
    queryFn: () => operations.read(consentId),
  });
  return (
    <Page
      title={`Consent of a ${kind}`}
      actions={consent.data && <ConsentActions consent={consent.data} operations={operations} />}
    >
      <Loaded query={consent}>
        {(found) => (
          <Stack gap="xl">
            <Card withBorder padding="lg">
              <ConsentFacts consent={found} networkName={network.name} />
            </Card>
            <Panel title="Grants of access">
              <GrantTable grants={found.field_access_grants} networkId={network.network_id} />
            </Panel>
            <Panel title="History">
              <ConsentHistory
                consentId={consentId}
                networkId={network.network_id}
                operations={operations}
              />
            </Panel>
            <Panel title="Audit log">
              <ConsentAudit consentId={consentId} operations={operations} />
            </Panel>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

interface ConsentFactsProps {
  readonly consent: Consent;
  readonly networkName: string;
}

function ConsentFacts({ consent, networkName }: ConsentFactsProps) {
  const { revoked_at: revokedAt } = consent;
  return (
    <Facts
      facts={[
        ['Status', <StatusBadge status={consent.status} />],
        ['Recorded', <Moment at={consent.created_at} />],
        revokedAt === null
          ? ['Expires', <Moment at={consent.expires_at} />]
          : ['Revoked', <Moment at={revokedAt} />],
        ['Products', scopeInWords(consent.scope)],
        ['Fields', fieldsInWords(consent.consented_fields)],
        ['Network', consent.network_id === null ? 'Every network of the querier' : networkName],
        ['Consent id', <Id value={consent.consent_id} />],
      ]}
    />
  );
}
