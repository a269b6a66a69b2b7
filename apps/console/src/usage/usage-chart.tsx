import { DayChart } from '../parts/day-chart.js';
import { inWords, plural } from '../parts/words.js';
import { byProduct, groupsOf, perDay, sumOf } from './statement.js';
import type { Usage } from './usage-search.js';

/** Stacked bars of the queries on each day. `UsageTable` has the same numbers as text. */
export function UsageChart({ usage: { counts, window } }: { readonly usage: Usage }) {
  const days = perDay(counts, window, byProduct);
  const total = plural(sumOf(counts), 'query', 'queries');
  return (
    <DayChart
      label={`${total} in ${plural(days.length, 'day')}, as bars per day`}
      days={days}
      series={groupsOf(counts, byProduct).map((key) => ({ key, label: inWords(key) }))}
      noun={['query', 'queries']}
    />
  );
}
