import { Badge, Group } from '@mantine/core';
import type { Network, ServiceStatus } from '@ndx/client';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useApi } from '../app/api.js';
import { allQuery, readQuery, useRead } from '../app/reads.js';
import { endOfSoon } from '../compliance/ends-soon.js';
import { useNetwork } from '../layout/use-network.js';
import type { View } from '../layout/views.js';
import { SERVICE_NAMES } from '../operation/services.js';
import { statusQuery } from '../operation/status-query.js';
import type { Total } from '../parts/extent.js';
import { dayOf } from '../parts/periods.js';
import { plural } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { sumOf } from '../usage/statement.js';
import { useRecentUsage } from './use-recent-usage.js';

/** Most items of a list that are counted. */
const COUNTED = 50;
const FIRST = { limit: COUNTED };

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
  const without = sumOf(counts.filter(({ outcome }) => outcome === 'no_result'));
  return (
    <Figure>
      <Badge color="gray">{plural(sumOf(counts), 'query', 'queries')} today (UTC)</Badge>
      {without > 0 && <Badge color="orange">{without.toLocaleString()} without a result</Badge>}
    </Figure>
  );
}

function AwaitedApprovals() {
  const { ndx } = useApi();
  const { caller } = useSession();
  const { data: drafts } = useQuery(allQuery(ndx, 'listPolicyDrafts', {}));
  const awaited = drafts?.filter(
    ({ awaits_approval: awaits, submission, editor_account_ids: editors }) =>
      awaits && submission !== null && !editors.includes(caller.account_id),
  );
  return (
    <Waiting
      count={awaited?.length}
      one="draft awaits your approval"
      many="drafts await your approval"
    />
  );
}

function OpenConflicts({ network: { network_id } }: InNetwork) {
  const request = { path: { network_id }, query: { ...FIRST, status: 'open' as const } };
  const { data } = useRead('listIdentityConflicts', request);
  return <Waiting {...countOf([data?.data ?? []])} one="open conflict" />;
}

function EndingAttestations() {
  const [now] = useState(Date.now);
  const query = { expires_before: endOfSoon(now) };
  const { data: ending } = useRead('countAttestations', { query });
  return (
    <Waiting {...sumOfTotals([ending])} one="attestation ends soon" many="attestations end soon" />
  );
}

function EndingConsents({ network: { network_id } }: InNetwork) {
  const [now] = useState(Date.now);
  const query = { network_id, expires_before: endOfSoon(now) };
  const { data: ofBusinesses } = useRead('countBusinessConsents', { query });
  const { data: ofConsumers } = useRead('countConsumerConsents', { query });
  return (
    <Waiting
      {...sumOfTotals([ofBusinesses, ofConsumers])}
      one="consent ends soon"
      many="consents end soon"
    />
  );
}

function SubmissionsToday() {
  const [from] = useState(startOfToday);
  const { data: total } = useRead('countSubmissions', { query: { from } });
  const query = { from, accepted: 'all' } as const;
  const { data: whole } = useRead('countSubmissions', { query });
  if (!total || !whole) return null;
  const rejected = total.is_complete ? total.count - whole.count : 0;
  return (
    <Figure>
      <Badge color="gray">
        {!total.is_complete && 'more than '}
        {plural(total.count, 'submission')} today (UTC)
      </Badge>
      {rejected > 0 && (
        <Badge color="orange">{rejected.toLocaleString()} with rejected records</Badge>
      )}
    </Figure>
  );
}

function UsesToday({ network: { network_id } }: InNetwork) {
  const [from] = useState(startOfToday);
  const { data: uses } = useRead('countRecordUses', { query: { network_id, from } });
  if (!uses) return null;
  return (
    <Figure>
      <Badge color="gray">
        {!uses.is_complete && 'at least '}
        {plural(uses.count, 'query', 'queries')} today (UTC)
      </Badge>
    </Figure>
  );
}

/** In UTC, as days of queries are. */
function startOfToday(): string {
  return `${dayOf(new Date())}T00:00:00.000Z`;
}

function OpenDisputes() {
  const open = useDisputeFigures('open');
  const acknowledged = useDisputeFigures('acknowledged');
  return (
    <>
      <Waiting
        {...countOf([open.overdue, acknowledged.overdue])}
        one="overdue dispute"
        color="red"
      />
      <Waiting {...sumOfTotals([open.total, acknowledged.total])} one="undecided dispute" />
    </>
  );
}

function useDisputeFigures(state: 'open' | 'acknowledged') {
  const { data: total } = useRead('countDisputes', { query: { state } });
  // The overdue ones come first.
  const { data: first } = useRead(
    'listDisputes',
    { query: { ...FIRST, state } },
    { enabled: total !== undefined && total.count > 0 },
  );
  return { total, overdue: first?.data.filter(({ is_overdue }) => is_overdue) ?? [] };
}

/** Of the endpoints, and at most the first ones of each. A delivery is parked after three days. */
function UndeliveredNotices() {
  const { ndx } = useApi();
  const { data: endpoints } = useRead('listNoticeEndpoints', {});
  const deliveries = useQueries({
    queries: (endpoints?.data ?? []).map(({ endpoint_id }) =>
      readQuery(ndx, 'listNoticeDeliveries', {
        path: { endpoint_id },
        query: { ...FIRST, state: 'parked' },
      }),
    ),
  });
  const parked = deliveries.map(({ data }) => data?.data ?? []);
  return (
    <Waiting
      {...countOf(parked)}
      one="notice was not delivered"
      many="notices were not delivered"
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
      <Waiting
        count={troubled.length}
        one="service with a problem"
        many="services with problems"
        color="red"
      />
      <Figure>
        {troubled.length === 0 && <Badge color="teal">All healthy</Badge>}
        {lags.length === states.length && (
          <Badge color="gray">Lag of {plural(Math.max(...lags), 'event')} at most</Badge>
        )}
      </Figure>
    </>
  );
}

function isInTrouble({ status, warnings, parked_events: parked }: ServiceStatus): boolean {
  return status === 'unavailable' || warnings.length > 0 || (parked ?? 0) > 0;
}

interface Count {
  readonly count: number | undefined;
  /** Whether there may be more than were read. */
  readonly isLeast?: boolean;
}

/** The number of items in counted lists. */
function sumOfTotals(totals: readonly (Total | undefined)[]): Count {
  return {
    count: totals.reduce((sum, total) => sum + (total?.count ?? 0), 0),
    isLeast: totals.some((total) => total?.is_complete === false),
  };
}

/** The number of items in first parts of lists. */
function countOf(parts: readonly (readonly unknown[])[]): Count {
  return {
    count: parts.reduce((sum, { length }) => sum + length, 0),
    isLeast: parts.some(({ length }) => length === COUNTED),
  };
}

interface WaitingProps extends Count {
  readonly one: string;
  readonly many?: string;
  readonly color?: string;
}

function Waiting({ count = 0, isLeast = false, one, many, color = 'orange' }: WaitingProps) {
  if (count === 0) return null;
  return (
    <Figure>
      <Badge color={color}>
        {isLeast && 'at least '}
        {plural(count, one, many)}
      </Badge>
    </Figure>
  );
}

/** Below the text of its card. */
function Figure({ children }: { readonly children: ReactNode }) {
  return (
    <Group gap={4} mt="xs">
      {children}
    </Group>
  );
}
