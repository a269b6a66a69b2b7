import { useNavigate } from '@tanstack/react-router';
import { useList } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { Listed } from '../parts/loaded.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { CONSENTS, type Consent } from './consents.js';
import { fieldsInWords, scopeInWords } from './consent-words.js';
import { RevokeButton } from './revoke-button.js';
import type { SubjectKind } from './subject-kind.js';

interface ConsentListProps {
  readonly kind: SubjectKind;
  readonly subjectId: string;
  readonly networkId: string;
}

export function ConsentList({ kind, subjectId, networkId }: ConsentListProps) {
  const { may } = useSession();
  const navigate = useNavigate();
  const query = { network_id: networkId, subject_id: subjectId };
  const consents = useList(CONSENTS[kind].list, { query });
  const link = ({ consent_id: consentId, created_at }: Consent) => (
    <TextLink
      to="/subjects/$kind/$subjectId/consents/$consentId"
      params={{ kind, subjectId, consentId }}
    >
      <Moment at={created_at} />
    </TextLink>
  );
  const revoke = (consent: Consent) => (
    <RevokeButton
      consent={consent}
      operations={CONSENTS[kind]}
      name={`Revoke the consent ${consent.consent_id}`}
      size="xs"
      variant="light"
      onRevoked={() =>
        navigate({
          to: '/subjects/$kind/$subjectId/consents/$consentId',
          params: { kind, subjectId, consentId: consent.consent_id },
        })
      }
    />
  );
  return (
    <Listed list={consents} noun={['consent', 'consents']} more="Load newer consents" isReversed>
      {(found) => (
        <DataTable
          label="Consents"
          rows={found}
          keyOf={({ consent_id }) => consent_id}
          minWidth={760}
          columns={[
            { header: 'Recorded', cell: link },
            { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
            { header: 'Products', cell: ({ scope }) => scopeInWords(scope) },
            { header: 'Fields', cell: (consent) => fieldsInWords(consent.consented_fields) },
            {
              header: 'Ends',
              cell: ({ revoked_at, expires_at }) => <Moment at={revoked_at ?? expires_at} />,
            },
            ...(may('consent:write') ? [{ header: 'Action', isPinned: true, cell: revoke }] : []),
          ]}
          empty={
            <Empty title="Your institution recorded no consent of this subject">
              Only the institution that recorded a consent sees it.
            </Empty>
          }
        />
      )}
    </Listed>
  );
}
