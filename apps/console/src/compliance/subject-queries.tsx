import { Group, Stack, Text } from '@mantine/core';
import type { Network, QueryEvent } from '@ndx/client';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { DataTable, type Column } from '../parts/data-table.js';
import { Empty } from '../parts/empty.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { useNames, type NameOf } from '../parts/names.js';
import { NoValue } from '../parts/no-value.js';
import { Panel } from '../parts/panel.js';
import { PeriodSelect } from '../parts/period-select.js';
import { PERIODS, startOf } from '../parts/periods.js';
import { TextLink } from '../parts/text-link.js';
import { inWords, plural } from '../parts/words.js';
import { OutcomeBadge } from '../queries/outcome-badge.js';
import { searchQueries } from '../queries/search-queries.js';

const route = getRouteApi('/subjects/$kind/$subjectId');

interface SubjectQueriesProps {
  readonly subjectId: string;
  readonly network: Network;
}

/** Who read the data of a subject and why: every institution for a governor, otherwise one's own. */
export function SubjectQueries({ subjectId, network }: SubjectQueriesProps) {
  const { ndx } = useApi();
  const { period = '30d' } = route.useSearch();
  const navigate = route.useNavigate();
  const networkId = network.network_id;
  const found = useQuery({
    queryKey: ['queries-of-subject', networkId, subjectId, period],
    queryFn: ({ signal }) =>
      searchQueries({
        ndx,
        networkId,
        from: startOf(period),
        matches: ({ subject_id }) => subject_id === subjectId,
        signal,
      }),
  });
  const nameOf = useNames([networkId]);
  const isGovernor = network.roles.includes('governor');
  return (
    <Panel
      title="Who read the data of this subject, and why"
      actions={
        <PeriodSelect
          value={period}
          onChange={(value) => navigate({ search: (search) => ({ ...search, period: value }) })}
        />
      }
    >
      <Loaded query={found}>
        {({ events, searched, next }) => (
          <Stack gap="xs">
            <DataTable
              label="Queries of the subject"
              rows={events}
              keyOf={({ query_event_id }) => query_event_id}
              columns={columns(nameOf)}
              minWidth={860}
              empty={
                <Empty title="No query of this subject">
                  {isGovernor
                    ? `No institution queried it. Period: ${PERIODS[period].label.toLowerCase()}.`
                    : `Your institution did not query it. Period: ${PERIODS[period].label.toLowerCase()}. A governor of the network sees the queries of all institutions.`}
                </Empty>
              }
            />
            <Group justify="center">
              <Text size="sm" c="dimmed">
                {next === undefined ? 'Searched all' : 'Searched the newest'}{' '}
                {plural(searched, 'query', 'queries')} of{' '}
                {isGovernor ? 'the network' : 'your institution'} in this period.
                {next !== undefined && ' Select a shorter period to see all.'}
              </Text>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
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
