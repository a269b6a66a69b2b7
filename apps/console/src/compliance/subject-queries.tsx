import type { Network, QueryEvent } from '@ndx/client';
import { getRouteApi } from '@tanstack/react-router';
import { useCount } from '../app/reads.js';
import { DataTable, Empty, type Column } from '../parts/data-table.js';
import { Listed } from '../parts/listed.js';
import { Moment, NoValue } from '../parts/values.js';
import { useNames, type NameOf } from '../parts/names.js';
import { Panel, TextLink } from '../parts/page.js';
import { PeriodFilter, periodInWords } from '../parts/period-filter.js';
import { daysIn, intervalOf } from '../parts/periods.js';
import { inWords } from '../parts/words.js';
import { OutcomeBadge } from '../queries/outcome-badge.js';
import { QueryExport } from '../queries/query-export.js';
import { useQueries } from '../queries/use-queries.js';

const route = getRouteApi('/subjects/$kind/$subjectId');

const INITIAL = '30d';

interface SubjectQueriesProps {
  readonly subjectId: string;
  readonly subjectName: string | undefined;
  readonly network: Network;
}

/** Who read the data of a subject and why: every institution for a governor, otherwise one's own. */
export function SubjectQueries({ subjectId, subjectName, network }: SubjectQueriesProps) {
  const search = route.useSearch();
  const { period = INITIAL } = search;
  const days = daysIn(search);
  const networkId = network.network_id;
  const filters = { subject_id: subjectId };
  const query = { network_id: networkId, ...filters, ...days };
  const window = days ? {} : { period };
  const found = useQueries(query, window);
  const total = useCount('countQueryEvents', query, { ...window, enabled: found.hasNextPage });
  const nameOf = useNames([networkId]);
  const isGovernor = network.roles.includes('governor');
  return (
    <Panel
      title="Who read the data of this subject, and why"
      actions={<PeriodFilter search={search} initial={INITIAL} />}
    >
      <Listed list={found} noun={nounOf(isGovernor)} total={total} more="Load older queries">
        {(events) => (
          <>
            <QueryExport
              network={network}
              filters={filters}
              subjectName={subjectName}
              interval={() => intervalOf(search, INITIAL)}
            />
            <DataTable
              label="Queries of the subject"
              rows={events}
              keyOf={({ query_event_id }) => query_event_id}
              columns={columns(nameOf)}
              minWidth={860}
              empty={
                <Empty title="No query of this subject">
                  {isGovernor ? 'No institution queried it.' : 'Your institution did not query it.'}{' '}
                  Period: {periodInWords(search, INITIAL)}.
                  {!isGovernor &&
                    ' A governor of the network sees the queries of all institutions.'}
                </Empty>
              }
            />
          </>
        )}
      </Listed>
    </Panel>
  );
}

function nounOf(isGovernor: boolean): readonly [string, string] {
  const whose = isGovernor ? '' : ' of your institution';
  return [`query${whose} in this period`, `queries${whose} in this period`];
}

function columns(nameOf: NameOf): readonly Column<QueryEvent>[] {
  return [
    { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
    { header: 'Institution', cell: (event) => nameOf(event.querying_entity_id) },
    { header: 'Why', cell: (event) => purposeOf(event) },
    {
      header: 'Product',
      cell: ({ query_event_id: queryEventId, product_slug }) => (
        <TextLink to="/queries/$queryEventId" params={{ queryEventId }}>
          {inWords(product_slug)}
        </TextLink>
      ),
    },
    { header: 'Outcome', cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    {
      header: 'Data from',
      cell: ({ furnishing_entity_ids: ids }) =>
        ids.map(nameOf).join(', ') || <NoValue>nobody</NoValue>,
    },
  ];
}

function purposeOf({ permissible_purpose: purpose, consent_id: consentId }: QueryEvent): string {
  if (typeof purpose === 'string') return inWords(purpose);
  return consentId === null ? 'No purpose named' : 'Consent of the subject';
}
