import type { DailyQueryCount } from '@ndx/client';
import { DayChart } from '../parts/day-chart.js';
import { plural } from '../parts/words.js';
import { REASON_WORDS } from '../queries/reason-words.js';
import { groupsOf, perDay, sumOf } from './statement.js';
import type { Usage } from './usage-search.js';

const LABELS: ReadonlyMap<string, string> = new Map([
  ['issued', 'Result'],
  ['not_shown', 'No result, for a reason not shown to you'],
  ...Object.entries(REASON_WORDS),
]);

/**
 * Stacked bars of the queries on each day: with a result, and without one by reason. `OutcomeTable`
 * and `ReasonTable` have the numbers.
 */
export function OutcomeChart({ usage: { counts, window } }: { readonly usage: Usage }) {
  const without = counts.filter(({ outcome }) => outcome === 'no_result');
  const days = perDay(counts, window, outcomeOf);
  const total = plural(sumOf(counts), 'query', 'queries');
  return (
    <DayChart
      label={`${total} in ${plural(days.length, 'day')}, ${sumOf(without).toLocaleString()} without a result, as bars per day and outcome`}
      days={days}
      series={['issued', ...groupsOf(without, outcomeOf)].map((key) => ({
        key,
        label: LABELS.get(key) ?? key,
      }))}
      noun={['query', 'queries']}
    />
  );
}

function outcomeOf({ outcome, reason }: DailyQueryCount): string {
  return outcome === 'no_result' ? (reason ?? 'not_shown') : outcome;
}
