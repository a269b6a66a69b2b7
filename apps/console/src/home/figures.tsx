import { Badge } from '@mantine/core';
import type { Network, ServiceStatus } from '@ndx/client';
import { useQueries } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useApi } from '../app/api.js';
import { useRead } from '../app/reads.js';
import { endOfSoon } from '../compliance/ends-soon.js';
import { useNetwork } from '../layout/use-network.js';
import type { View } from '../layout/views.js';
import { SERVICE_NAMES } from '../operation/services.js';
import { statusQuery } from '../operation/status-query.js';
import type { Total } from '../parts/extent.js';
import { dayIn, daysIn } from '../parts/periods.js';
import { plural } from '../parts/words.js';
import { awaitsApprovalOf } from '../policies/policy-draft-search.js';
import { useSession } from '../session/session.js';
import { sumOf } from '../usage/statement.js';
import { Figure } from './figure.js';
import { useRecentUsage } from './use-recent-usage.js';

/** Maximum number of open drafts that are read, to count those that await the account's approval. */
const EXAMINED_DRAFTS = 50;

/** What waits in a view now. It is empty while it loads or when it fails; the view shows the error. */
export function ViewFigure({ path }: Pick<View, 'path'>): ReactNode {
  const network = useNetwork();
  switch (path) {
    case '/queries':
      return network && <QueriesToday network={network} />;
    case '/policy-drafts':
      return <AwaitedApprovals />;
    case '/identity-conflicts':
      return network?.roles.includes('governor') && <OpenConflicts network={network} />;
    case '/consents':
      return network && <EndingConsents network={network} />;
    case '/attestations':
      return <EndingAttestations />;
    case '/submissions':
      return <SubmissionsToday />;
    case '/record-uses':
      return network?.roles.includes('furnisher') && <UsesToday network={network} />;
    case '/disputes':
      return <OpenDisputes />;
    case '/notice-endpoints':
      return <UndeliveredNotices />;
    case '/services':
      return <ServicesInTrouble />;
    default:
      return null;
  }
}

interface InNetwork {
  readonly network: Network;
}

function QueriesToday({ network: { network_id } }: InNetwork) {
  const { today, counts: recent } = useRecentUsage(network_id);
  const counts = recent.data?.filter(({ day }) => day === today);
  if (!counts) return null;
  const search = dayIn(new Date(today));
  const without = sumOf(counts.filter(({ outcome }) => outcome === 'no_result'));
  return (
    <>
      <Figure
        to="/queries"
        search={search}
        total={exactly(sumOf(counts))}
        one="query today (UTC)"
        many="queries today (UTC)"
        color="gray"
        showsZero
      />
      <Figure
        to="/queries"
        search={{ ...search, outcome: 'no_result' }}
        total={exactly(without)}
        one="without a result"
        many="without a result"
      />
    </>
  );
}

function AwaitedApprovals() {
  const { caller } = useSession();
  const { data: drafts } = useRead('listPolicyDrafts', { query: { limit: EXAMINED_DRAFTS } });
  if (!drafts) return null;
  const { length } = drafts.data;
  const awaited = drafts.data.filter((draft) => awaitsApprovalOf(caller, draft));
  return (
    <Figure
      to="/policy-drafts"
      search={{ approval: 'yours' }}
      total={{ count: awaited.length, is_complete: length < EXAMINED_DRAFTS }}
      one="draft awaits your approval"
      many="drafts await your approval"
    />
  );
}

function OpenConflicts({ network: { network_id } }: InNetwork) {
  const request = { path: { network_id }, query: { status: 'open' as const } };
  const { data: total } = useRead('countIdentityConflicts', request);
  return (
    <Figure
      to="/identity-conflicts"
      search={{ status: 'open' }}
      total={total}
      one="open conflict"
    />
  );
}

function EndingAttestations() {
  const [now] = useState(Date.now);
  const query = { expires_before: endOfSoon(now) };
  const { data: total } = useRead('countAttestations', { query });
  return (
    <Figure
      to="/attestations"
      search={{ ends: 'soon' }}
      total={total}
      one="attestation ends soon"
      many="attestations end soon"
    />
  );
}

function EndingConsents({ network: { network_id } }: InNetwork) {
  const [now] = useState(Date.now);
  const query = { network_id, expires_before: endOfSoon(now) };
  const { data: ofBusinesses } = useRead('countBusinessConsents', { query });
  const { data: ofConsumers } = useRead('countConsumerConsents', { query });
  return (
    <>
      <Figure
        to="/consents"
        search={{ ends: 'soon' }}
        total={ofBusinesses}
        one="consent of a business ends soon"
        many="consents of businesses end soon"
      />
      <Figure
        to="/consents"
        search={{ ends: 'soon', kind: 'consumer' }}
        total={ofConsumers}
        one="consent of a consumer ends soon"
        many="consents of consumers end soon"
      />
    </>
  );
}

function SubmissionsToday() {
  const today = useToday();
  const query = daysIn(today);
  const { data: total } = useRead('countSubmissions', { query: { ...query } });
  const { data: some } = useRead('countSubmissions', { query: { ...query, accepted: 'some' } });
  const { data: none } = useRead('countSubmissions', { query: { ...query, accepted: 'none' } });
  return (
    <>
      <Figure
        to="/submissions"
        search={today}
        total={total}
        one="submission today (UTC)"
        many="submissions today (UTC)"
        color="gray"
        showsZero
      />
      <Figure
        to="/submissions"
        search={{ ...today, accepted: 'some' }}
        total={some}
        one="partly accepted"
        many="partly accepted"
      />
      <Figure
        to="/submissions"
        search={{ ...today, accepted: 'none' }}
        total={none}
        one="not accepted"
        many="not accepted"
      />
    </>
  );
}

function UsesToday({ network: { network_id } }: InNetwork) {
  const today = useToday();
  const { data: uses } = useRead('countRecordUses', { query: { network_id, ...daysIn(today) } });
  return (
    <Figure
      to="/record-uses"
      search={today}
      total={uses}
      one="query today (UTC)"
      many="queries today (UTC)"
      color="gray"
      showsZero
    />
  );
}

/** The day in UTC, as days of queries are. */
function useToday() {
  const [today] = useState(() => dayIn(new Date()));
  return today;
}

function OpenDisputes() {
  const { data: overdue } = useRead('countDisputes', { query: { overdue: true } });
  const { data: open } = useRead('countDisputes', { query: { state: 'open' } });
  const { data: acknowledged } = useRead('countDisputes', { query: { state: 'acknowledged' } });
  return (
    <>
      <Figure
        to="/disputes"
        search={{ due: 'overdue' }}
        total={overdue}
        one="overdue dispute"
        color="red"
      />
      <Figure to="/disputes" search={{ state: 'open' }} total={open} one="open dispute" />
      <Figure
        to="/disputes"
        search={{ state: 'acknowledged' }}
        total={acknowledged}
        one="acknowledged dispute"
      />
    </>
  );
}

/** A delivery is parked after three days. */
function UndeliveredNotices() {
  const { data: endpoints } = useRead('listNoticeEndpoints', {});
  return endpoints?.data.map(
    ({ endpoint_id: endpointId, url }) =>
      url !== null && <UndeliveredTo key={endpointId} endpointId={endpointId} url={url} />,
  );
}

interface UndeliveredToProps {
  readonly endpointId: string;
  readonly url: string;
}

function UndeliveredTo({ endpointId, url }: UndeliveredToProps) {
  const { data: total } = useRead('countNoticeDeliveries', {
    path: { endpoint_id: endpointId },
    query: { state: 'parked' },
  });
  return (
    <Figure
      to="/notice-endpoints/$endpointId"
      params={{ endpointId }}
      search={{ state: 'parked' }}
      total={total}
      one={`notice was not delivered to ${url}`}
      many={`notices were not delivered to ${url}`}
      color="red"
    />
  );
}

function ServicesInTrouble() {
  const { ndx } = useApi();
  const states = useQueries({
    queries: SERVICE_NAMES.map((service) => statusQuery(ndx, service)),
  });
  if (states.some(({ isPending }) => isPending)) return null;
  const troubled = states.filter(({ data, isError }) => isError || (data && isInTrouble(data)));
  const lags = states.flatMap(({ data }) => data?.consumer_lag ?? []);
  return (
    <>
      <Figure
        to="/services"
        total={exactly(troubled.length)}
        one="service with a problem"
        many="services with problems"
        color="red"
      />
      {troubled.length === 0 && <Badge color="teal">All healthy</Badge>}
      {lags.length === states.length && (
        <Badge color="gray">Lag of {plural(Math.max(...lags), 'event')} at most</Badge>
      )}
    </>
  );
}

function isInTrouble({ status, warnings, parked_events: parked }: ServiceStatus): boolean {
  return status === 'unavailable' || warnings.length > 0 || (parked ?? 0) > 0;
}

function exactly(count: number): Total {
  return { count, is_complete: true };
}
