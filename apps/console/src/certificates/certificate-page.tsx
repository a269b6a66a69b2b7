import { Card } from '@mantine/core';
import type { KybCertificate } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useRead } from '../app/reads.js';
import { SubjectLink } from '../compliance/subject-link.js';
import { BackLink } from '../parts/back-link.js';
import { both, Loaded, LoadedPage } from '../parts/loaded.js';
import { useNames, type NameOf } from '../parts/names.js';
import { Page, Panel, TextLink } from '../parts/page.js';
import { Facts, Id, IntactBadge, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { PolicyLink } from '../queries/policy-link.js';
import { ExplanationLink } from '../queries/query-links.js';
import { useSession } from '../session/session.js';
import { RelianceFile } from '../usage/reliance-file.js';
import { CertificateSections } from './certificate-sections.js';

const route = getRouteApi('/certificates/$certificateId');

const BACK = <BackLink to="/queries" label="All queries" />;

/** An issued certificate: what it states, from whom, under which rules, and what proves it. */
export function CertificatePage() {
  const { certificateId } = route.useParams();
  const certificate = useRead('readKybCertificate', { path: { certificate_id: certificateId } });
  return (
    <LoadedPage query={certificate} title="KYB certificate" back={BACK}>
      {(found) => <Certificate certificate={found} />}
    </LoadedPage>
  );
}

interface CertificateProps {
  readonly certificate: KybCertificate;
}

function Certificate({ certificate }: CertificateProps) {
  const { query_event_id: queryEventId, result } = certificate;
  const nameOf = useNames(result.meta.networks.map(({ network_id }) => network_id));
  const request = { path: { query_event_id: queryEventId } };
  const proof = both(useRead('explainQuery', request), useRead('readEvidence', request));
  return (
    <Page
      back={BACK}
      title="KYB certificate"
      about={<Id value={certificate.certificate_id} whole />}
    >
      <Card withBorder padding="lg">
        <CertificateFacts certificate={certificate} nameOf={nameOf} />
      </Card>
      <Loaded query={proof}>
        {([{ sections }, { certificate_sha256: digest, audit_entries: entries }]) => (
          <>
            <Panel title="Sections">
              <CertificateSections result={result} sections={sections} nameOf={nameOf} />
            </Panel>
            <Panel title="Verification">
              <Facts
                facts={[
                  ...entries.map(
                    ({ network_id: network, seq, is_intact: isIntact }) =>
                      [
                        `Audit entry ${seq.toLocaleString()} of ${nameOf(network)}`,
                        <IntactBadge isIntact={isIntact} />,
                      ] as const,
                  ),
                  ['Certificate (SHA-256)', digest === null ? null : <Id value={digest} />],
                  ['Proof', <RelianceFile queryEventId={queryEventId} />],
                ]}
              />
            </Panel>
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface CertificateFactsProps extends CertificateProps {
  readonly nameOf: NameOf;
}

function CertificateFacts({ certificate, nameOf }: CertificateFactsProps) {
  const { business_id: id, query_event_id: queryEventId, result } = certificate;
  const { network_id, networks, consent_id, permissible_purpose, issued_at } = result.meta;
  return (
    <Facts
      facts={[
        ['Business', <SubjectLink networkId={network_id} kind="business" id={id} />],
        ['Issued', <Moment at={issued_at} />],
        ['Query', <ExplanationLink queryEventId={queryEventId} />],
        ['Purpose', permissible_purpose === null ? null : inWords(permissible_purpose)],
        [
          'Consent',
          consent_id === null ? null : <ConsentLink businessId={id} consentId={consent_id} />,
        ],
        ...networks.map(
          ({ network_id: network, policy_id: policyId, policy_version: version }) =>
            [
              `Policy of ${nameOf(network)}`,
              version === null ? (
                "The product's built-in policy"
              ) : (
                <PolicyLink policyId={policyId} version={version} />
              ),
            ] as const,
        ),
      ]}
    />
  );
}

interface ConsentLinkProps {
  readonly businessId: string;
  readonly consentId: string;
}

function ConsentLink({ businessId, consentId }: ConsentLinkProps) {
  const { may } = useSession();
  if (!may('consent:read')) return <Id value={consentId} />;
  return (
    <>
      <TextLink
        to="/subjects/$kind/$subjectId/consents/$consentId"
        params={{ kind: 'business', subjectId: businessId, consentId }}
      >
        Consent
      </TextLink>{' '}
      <Id value={consentId} />
    </>
  );
}
