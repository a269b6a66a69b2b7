import { DataTable } from '../parts/data-table.js';
import { inWords } from '../parts/words.js';
import { byProduct, groupsOf, perDay, type DayOfUsage } from './statement.js';
import type { Usage } from './usage-search.js';

/** The numbers of the chart: the queries of each product on each day, the newest day first. */
export function UsageTable({ usage }: { readonly usage: Usage }) {
  const products = groupsOf(usage.counts, byProduct);
  return (
    <DataTable
      label="Queries per product and day"
      rows={perDay(usage.counts, usage.window, byProduct).toReversed()}
      keyOf={({ day }) => day}
      minWidth={200 + 120 * products.length}
      empty={null}
      columns={[
        { header: 'Day', cell: ({ day }) => day },
        ...products.map((product) => ({
          header: inWords(product),
          align: 'right' as const,
          cell: ({ counts }: DayOfUsage) => (counts[product] ?? 0).toLocaleString(),
        })),
        { header: 'Total', align: 'right', cell: ({ total }) => total.toLocaleString() },
      ]}
    />
  );
}
