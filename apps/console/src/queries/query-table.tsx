import { Stack } from '@mantine/core';
import type { ListedQueryEvent, QueryEvent } from '@ndx/client';
import { DataTable } from '../parts/data-table.js';
import type { ListOrder } from '../parts/list-order.js';
import { Id, Moment, NoValue } from '../parts/values.js';
import { useNames } from '../parts/names.js';
import { TextLink } from '../parts/page.js';
import { inWords } from '../parts/words.js';
import { OutcomeBadge } from './outcome-badge.js';
import { QuerySubject } from './query-subject.js';
import { REASON_WORDS } from './reason-words.js';

interface QueryTableProps {
  readonly events: readonly ListedQueryEvent[];
  readonly order: ListOrder;
}

/** Each query with the link to its explanation first, so that a narrow screen shows it. */
export function QueryTable({ events, order }: QueryTableProps) {
  const nameOf = useNames([...new Set(events.flatMap(({ network_ids }) => network_ids))]);
  return (
    <DataTable
      label="Queries"
      rows={events}
      keyOf={({ query_event_id }) => query_event_id}
      minWidth={1120}
      empty={null}
      columns={[
        { header: 'Product', cell: (event) => <ExplanationLink event={event} /> },
        { header: 'Outcome', cell: (event) => <Outcome event={event} /> },
        { header: 'Time', order, cell: ({ occurred_at }) => <Moment at={occurred_at} /> },
        { header: 'Institution', cell: (event) => nameOf(event.querying_entity_id) },
        { header: 'Subject', cell: (event) => <QuerySubject event={event} /> },
        {
          header: 'Data from',
          cell: ({ furnishing_entity_ids: ids }) =>
            ids.map(nameOf).join(', ') || <NoValue>nobody</NoValue>,
        },
        { header: 'X-Ref-Id', cell: ({ query_event_id }) => <Id value={query_event_id} /> },
      ]}
    />
  );
}

function Outcome({ event: { outcome, reason } }: { readonly event: ListedQueryEvent }) {
  return (
    <Stack gap={2} align="flex-start">
      <OutcomeBadge outcome={outcome} />
      {reason && (
        <TextLink
          to="."
          search={(search) => ({ ...search, reason })}
          resetScroll={false}
          title="Only queries with this reason"
        >
          {REASON_WORDS[reason]}
        </TextLink>
      )}
    </Stack>
  );
}

function ExplanationLink({ event }: { readonly event: QueryEvent }) {
  const { query_event_id: queryEventId, product_slug: product } = event;
  return (
    <TextLink to="/queries/$queryEventId" params={{ queryEventId }}>
      {inWords(product)}
    </TextLink>
  );
}
