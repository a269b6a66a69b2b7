import { DataTable } from '../parts/data-table.js';
import { TextLink } from '../parts/page.js';
import { dayIn } from '../parts/periods.js';
import { perDay, type DayOfUsage } from './statement.js';
import type { Usage } from './usage-search.js';

/** The queries of each day, and those without a result; each number leads to its queries. */
export function OutcomeTable({ usage: { counts, window } }: { readonly usage: Usage }) {
  return (
    <DataTable
      label="Queries per day and outcome"
      rows={perDay(counts, window, ({ outcome }) => outcome).toReversed()}
      keyOf={({ day }) => day}
      minWidth={320}
      empty={null}
      columns={[
        { header: 'Day (UTC)', cell: ({ day }) => day },
        {
          header: 'Queries',
          align: 'right',
          cell: ({ day, total }) => <Count day={day} count={total} />,
        },
        {
          header: 'No result',
          align: 'right',
          cell: ({ day, counts: { no_result: count = 0 } }) => (
            <Count day={day} count={count} outcome="no_result" />
          ),
        },
      ]}
    />
  );
}

interface CountProps extends Pick<DayOfUsage, 'day'> {
  readonly count: number;
  readonly outcome?: 'no_result';
}

function Count({ day, count, outcome }: CountProps) {
  if (count === 0) return '0';
  const words = outcome ? 'without a result' : 'queries';
  return (
    <TextLink
      to="/queries"
      search={{ ...dayIn(new Date(day)), ...(outcome && { outcome }) }}
      aria-label={`${count.toLocaleString()} ${words} on ${day}`}
    >
      {count.toLocaleString()}
    </TextLink>
  );
}
