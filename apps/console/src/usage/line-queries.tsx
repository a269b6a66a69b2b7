import { Text } from '@mantine/core';
import type { QueryEvent } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import { Id, Moment } from '../parts/values.js';
import { Listed } from '../parts/listed.js';
import { useNames } from '../parts/names.js';
import { Panel } from '../parts/page.js';
import { inWords, plural } from '../parts/words.js';
import { EvidenceLink } from '../queries/query-links.js';
import { useQueries } from '../queries/use-queries.js';
import type { StatementLine } from './statement.js';
import type { Window } from './usage-search.js';

interface LineQueriesProps {
  readonly line: StatementLine;
  readonly networkId: string;
  readonly window: Window;
}

/** The queries of one statement line, each with its evidence. */
export function LineQueries({ line, networkId, window: { from, to } }: LineQueriesProps) {
  const nameOf = useNames([networkId]);
  const found = useQueries(
    {
      network_id: networkId,
      from: from.toISOString(),
      to: to.toISOString(),
      querying_entity_id: line.institutionId,
      product_slug: line.product,
      outcome: line.outcome,
    },
    { matching: { billable: line.billable } },
  );
  const outcome = line.outcome === 'issued' ? 'with a result' : 'without a result';
  const quantity = plural(line.quantity, 'query', 'queries');
  return (
    <Panel
      title={`${nameOf(line.institutionId)}: ${quantity} of ${inWords(line.product)} ${outcome}`}
    >
      <Listed
        list={found}
        noun={['query', 'queries']}
        more="Load older queries"
        file={{ list: found, name: 'queries-of-statement-line' }}
      >
        {(events) => <LineTable events={events} />}
      </Listed>
    </Panel>
  );
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
          cell: ({ query_event_id }) => <EvidenceLink queryEventId={query_event_id} />,
        },
      ]}
    />
  );
}
