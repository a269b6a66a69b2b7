import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useList, useRead } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/loaded.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { endOfSoon } from './ends-soon.js';
import { ConsentExport } from './consent-export.js';
import { CONSENTS, subjectOf, type Consent } from './consents.js';
import { fieldsInWords, scopeInWords } from './consent-words.js';
import { RevokeButton } from './revoke-button.js';
import type { SubjectKind } from './subject-kind.js';
import { SubjectLink } from './subject-link.js';

interface ConsentListProps {
  readonly kind: SubjectKind;
  readonly networkId: string;
  /** Without it, the consents of every subject. */
  readonly subjectId?: string;
  readonly endsSoon?: boolean;
}

/** The consents that the institution recorded, by default the newest first. */
export function ConsentList({ kind, subjectId, networkId, endsSoon = false }: ConsentListProps) {
  const { may } = useSession();
  const navigate = useNavigate();
  const [now] = useState(Date.now);
  const query = {
    network_id: networkId,
    ...(subjectId !== undefined && { subject_id: subjectId }),
    ...(endsSoon && { expires_before: endOfSoon(now) }),
  };
  const order = useListOrder();
  const { list, count } = CONSENTS[kind];
  const consents = useList(list, { query: { ...query, order } });
  const { data: total } = useRead(count, { query }, { enabled: consents.hasNextPage });
  const link = (consent: Consent) => (
    <TextLink to="/subjects/$kind/$subjectId/consents/$consentId" params={paramsOf(consent)}>
      <Moment at={consent.created_at} />
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
          params: paramsOf(consent),
        })
      }
    />
  );
  return (
    <Listed
      list={consents}
      noun={['consent', 'consents']}
      isFiltered={endsSoon}
      total={total}
      more={moreOf(order, 'consents')}
    >
      {(found) => (
        <Stack gap="sm">
          {subjectId === undefined && found.length > 0 && (
            <ConsentExport kind={kind} query={query} />
          )}
          <DataTable
            label="Consents"
            rows={found}
            keyOf={({ consent_id }) => consent_id}
            minWidth={760}
            columns={[
              { header: 'Recorded', ...(subjectId === undefined && { order }), cell: link },
              ...(subjectId === undefined
                ? [
                    {
                      header: 'Subject',
                      cell: (one: Consent) => (
                        <SubjectLink {...{ networkId, kind }} id={subjectOf(one)} />
                      ),
                    },
                  ]
                : []),
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
              <Empty
                title={
                  endsSoon
                    ? 'No consent ends within 30 days'
                    : `Your institution recorded no consent of ${subjectId === undefined ? 'such a subject' : 'this subject'}`
                }
              >
                Only the institution that recorded a consent sees it.
              </Empty>
            }
          />
        </Stack>
      )}
    </Listed>
  );
}

function paramsOf(consent: Consent) {
  const kind = 'consumer_id' in consent ? ('consumer' as const) : ('business' as const);
  return { kind, subjectId: subjectOf(consent), consentId: consent.consent_id };
}
