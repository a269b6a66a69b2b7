import { Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCount, useList } from '../app/reads.js';
import { DataTable, Empty } from '../parts/data-table.js';
import { moreOf, useListOrder } from '../parts/list-order.js';
import { Listed } from '../parts/listed.js';
import { daysIn, intervalOf } from '../parts/periods.js';
import { Moment, StatusBadge } from '../parts/values.js';
import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';
import { endOfSoon } from './ends-soon.js';
import { ConsentExport } from './consent-export.js';
import type { ConsentFilters } from './consent-search.js';
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
  readonly filters?: ConsentFilters;
}

/** The consents that the institution recorded, by default the newest first. */
export function ConsentList({ kind, subjectId, networkId, filters = {} }: ConsentListProps) {
  const { may } = useSession();
  const navigate = useNavigate();
  const [now] = useState(Date.now);
  const { status, ends } = filters;
  const query = {
    network_id: networkId,
    ...(subjectId !== undefined && { subject_id: subjectId }),
    ...(status && { status }),
    ...(ends === 'soon' && { expires_before: endOfSoon(now) }),
  };
  const days = daysIn(filters);
  const period = days ? undefined : filters.period;
  const isOfAllTime = period === undefined && days === undefined;
  const isFiltered = !isOfAllTime || status !== undefined || ends !== undefined;
  const order = useListOrder();
  const { list, count } = CONSENTS[kind];
  const consents = useList(list, { query: { ...query, ...days, order } }, { period });
  const total = useCount(count, { ...query, ...days }, { period, enabled: consents.hasNextPage });
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
      isFiltered={isFiltered}
      total={total}
      more={moreOf(order, 'consents')}
    >
      {(found) => (
        <Stack gap="sm">
          {subjectId === undefined && found.length > 0 && (
            <ConsentExport
              kind={kind}
              query={query}
              {...(!isOfAllTime && { interval: () => intervalOf(filters, '7d') })}
            />
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
                  isFiltered
                    ? 'No consent matches the filters'
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
