import { Stack, Text } from '@mantine/core';
import type { QueryEvent } from '@ndx/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { DataTable } from '../parts/data-table.js';
import { Id } from '../parts/id.js';
import { LoadMore } from '../parts/load-more.js';
import { Loaded } from '../parts/loaded.js';
import { Moment } from '../parts/moment.js';
import { useNames } from '../parts/names.js';
import { Panel } from '../parts/panel.js';
import { TextLink } from '../parts/text-link.js';
import { inWords, plural } from '../parts/words.js';
import { searchQueries } from '../queries/search-queries.js';
import { lineId, type StatementLine } from './statement.js';
import type { Window } from './usage-search.js';

const STEP = 25;

interface LineQueriesProps {
  readonly line: StatementLine;
  readonly networkId: string;
  readonly window: Window;
}

/** The queries of one statement line, each with its evidence. */
export function LineQueries({ line, networkId, window }: LineQueriesProps) {
  const nameOf = useNames([networkId]);
  const found = useQueriesOf(line, networkId, window);
  const outcome = line.outcome === 'issued' ? 'with a result' : 'without a result';
  const quantity = plural(line.quantity, 'query', 'queries');
  return (
    <Panel
      title={`${nameOf(line.institutionId)}: ${quantity} of ${inWords(line.product)} ${outcome}`}
    >
      <Loaded query={found}>
        {({ pages }) => (
          <Stack gap="sm">
            <LineTable events={pages.flatMap(({ events }) => events)} />
            <LoadMore label="Load older queries" list={found} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

function useQueriesOf({ id }: StatementLine, networkId: string, { from, to }: Window) {
  const { ndx } = useApi();
  return useInfiniteQuery({
    queryKey: ['queries-of-line', networkId, id, from, to],
    queryFn: ({ pageParam, signal }) =>
      searchQueries({
        ndx,
        networkId,
        from: from.toISOString(),
        to: to.toISOString(),
        cursor: pageParam,
        matches: (event) => lineId(event) === id,
        wanted: STEP,
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
  });
}

function LineTable({ events }: { readonly events: readonly QueryEvent[] }) {
  return (
    <DataTable
      label="Queries of the line"
      rows={events}
      keyOf={({ query_event_id }) => query_event_id}
      minWidth={640}
      empty={
        <Text size="sm" c="dimmed">
          None among the newest queries of the period. Load older queries.
        </Text>
      }
      columns={[
        { header: 'Time', cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
        { header: 'X-Ref-Id', cell: ({ query_event_id }) => <Id value={query_event_id} /> },
        { header: 'Request id', cell: ({ request_id }) => <Id value={request_id} /> },
        {
          header: 'Evidence',
          cell: ({ query_event_id: queryEventId }) => (
            <TextLink
              aria-label={`Evidence of ${queryEventId}`}
              to="/usage/$queryEventId"
              params={{ queryEventId }}
            >
              Evidence
            </TextLink>
          ),
        },
      ]}
    />
  );
}
